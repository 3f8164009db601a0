// What all other parts use: the page's data, elements, colours, numbers and times in words.

const data = JSON.parse(document.getElementById('data').textContent);
const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Adds an element with a text; no text ever becomes markup. */
function element(parent, tag, text, style) {
  const made = document.createElement(tag);
  if (text !== undefined) { made.textContent = text; }
  if (style) { made.className = style; }
  parent.appendChild(made);
  return made;
}

/** A table that scrolls by itself where it is too wide. */
function grid(parent, titles, rows) {
  const made = element(element(parent, 'div', undefined, 'scroll'), 'table');
  const head = element(made, 'tr');
  for (const title of titles) { element(head, 'th', title).scope = 'col'; }
  for (const cells of rows) {
    const row = element(made, 'tr');
    for (const cell of cells) { element(row, 'td', String(cell)); }
  }
}

/** A folded part that is made when it is first opened. */
function folded(parent, title, fill) {
  const details = element(parent, 'details');
  element(details, 'summary', title);
  details.addEventListener('toggle', () => fill(details), { once: true });
}

const finite = value => typeof value === 'number' && Number.isFinite(value);
const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

function median(values) {
  const sorted = values.filter(finite).sort((a, b) => a - b);
  return sorted.length === 0 ? NaN : sorted[sorted.length >> 1];
}

/** The smallest and the largest of any number of values; numbers alone count. */
function extent(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (finite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
  }
  return [low, high];
}

const short = amount => finite(amount) ? Number(amount.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 }) : '';
/** What is spent, never told too low: six digits, rounded up. */
const spent = amount => {
  const nearest = Number(amount.toPrecision(6));
  return String(nearest >= amount ? nearest : Number((nearest + 10 ** (Math.floor(Math.log10(amount)) - 5)).toPrecision(6)));
};
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = number => String(number).padStart(2, '0');
const clock = time => two(new Date(time).getUTCHours()) + ':' + two(new Date(time).getUTCMinutes());
const date = time => new Date(time).getUTCDate() + ' ' + MONTHS[new Date(time).getUTCMonth()];
const year = time => new Date(time).getUTCFullYear();
const moment = (time, isDaily) => date(time) + ' ' + year(time) + (isDaily ? '' : ' ' + clock(time));
