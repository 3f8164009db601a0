// What all other parts use: the page's data, elements, numbers in words, and what the reader has chosen.

const data = JSON.parse(document.getElementById('data').textContent);

/** What the reader has chosen to see. */
const choice = { band: true, stated: false, log: false, order: 'size', other: '' };

/** Adds an element with a text; no text ever becomes markup. */
function element(parent, tag, text, style) {
  const made = document.createElement(tag);
  if (text !== undefined) { made.textContent = text; }
  if (style) { made.className = style; }
  parent.appendChild(made);
  return made;
}

/** A table that scrolls by itself where it is too wide. Its first column names the row. */
function grid(parent, titles, rows, says) {
  const box = element(parent, 'div', undefined, 'scroll');
  box.tabIndex = 0;
  box.setAttribute('role', 'region');
  box.setAttribute('aria-label', says || 'Table: ' + titles.join(', '));
  const made = element(box, 'table');
  const head = element(made, 'tr');
  for (const title of titles) { element(head, 'th', title).scope = 'col'; }
  for (const cells of rows) {
    const row = element(made, 'tr');
    cells.forEach((cell, i) => { element(row, i === 0 ? 'th' : 'td', String(cell)).scope = i === 0 ? 'row' : ''; });
  }
}

/** A folded part that is filled when it is first opened. */
function folded(parent, title, fill) {
  const details = element(parent, 'details');
  element(details, 'summary', title);
  details.addEventListener('toggle', () => fill(details), { once: true });
  return details;
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

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
/** A number with three digits, or whole where it has more. */
const short = amount => !finite(amount) ? '' : Math.abs(amount) >= 1000 ? grouped.format(amount) : Number(amount.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 });
/** A standard deviation with two digits, rounded up: noise is never told too small. */
const noise = amount => {
  if (!finite(amount) || amount <= 0) { return ''; }
  const unit = 10 ** (Math.floor(Math.log10(amount)) - 1);
  return short(Number((Math.ceil(amount / unit - 1e-9) * unit).toPrecision(3)));
};
/** What is spent, never told too low: six digits, rounded up. */
const spent = amount => {
  const nearest = Number(amount.toPrecision(6));
  return String(nearest >= amount ? nearest : Number((nearest + 10 ** (Math.floor(Math.log10(amount)) - 5)).toPrecision(6)));
};
