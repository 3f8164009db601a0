// Puts the page together, and again when the reader chooses otherwise or the page gets another width.

/** What one reads to understand the charts of a query, folded away. */
function howToRead(section, query) {
  folded(section, 'How to read this', details => {
    element(details, 'p', query.about);
    element(details, 'p', query.leftOut);
    element(details, 'p', 'A badge says how large the noise is beside a key\'s own figures: 0.1\u00d7 is a standard deviation of a tenth of their mean.');
    element(details, 'p', 'A logarithm is linear within a deviation about 0, because noisy figures may be 0 or less.');
    if (query.bands) { element(details, 'p', 'Noise belongs to the whole series: with a probability of 95 % the band holds all windows of a key at once.'); }
    if (query.windows.every(window => window.isPartial)) {
      element(details, 'p', 'Every window is partial: records begin or end within it.');
    } else if (query.windows.some(window => window.isPartial)) { element(details, 'p', (query.edges ? 'Shaded, with open circles' : 'Shaded') + ': partial windows, of which the records cover only a part.'); }
    if (clockChanges(query).length > 0) { element(details, 'p', 'Dotted upright lines: clocks of ' + zoneOf(query) + ' are changed, so that the day is longer or shorter.'); }
  });
}

/** Values that a section's heading names; the query's name stands for more. */
const MOST_TITLED = 3;

function querySection(query, number) {
  const keys = rankedKeys(query);
  const section = element(document.getElementById('queries'), 'section');
  query.watchers = [];
  query.saves = [];
  element(section, 'h2', query.values.length > MOST_TITLED ? query.name : query.values.length > 1 ? query.values.map(value => value.name).join(', ') : titleOf(query, query.values[0], orderedKeys(query, query.values[0])));
  element(section, 'p', query.about.split('. ')[0] + '. Query ' + query.name + ', times in ' + zoneOf(query) + '.', 'soft');
  for (const value of query.values) {
    const ordered = orderedKeys(query, value);
    largeChart(section, query, value, ordered);
    if (!nestedBars(section, query, value)) { multiples(section, query, value, ordered); }
  }
  const saves = query.saves;
  howToRead(section, query);
  keyList(section, query, keys, number);
  folded(section, 'Save figures and pictures', details => saveList(details, saves));
  if (query.at !== undefined) { moveTo(query, query.at); }
  return section;
}

function render() {
  const place = document.getElementById('queries');
  place.after(document.getElementById('picture'));
  place.replaceChildren();
  data.queries.filter(query => query.windows.length > 0).forEach((query, number) => {
    const section = querySection(query, number);
    if (number === 0 && data.picture) {
      section.after(document.getElementById('picture'));
      picture(data.picture);
    }
  });
}

function tellPrices() {
  const queries = data.card.queries;
  const prices = document.getElementById('prices');
  grid(prices, ['query', 'currency', 'its share', 'one contribution costs', 'a unit affords'], queries.map(q => [q.name, q.currency, spent(q.share), spent(q.price), q.affords]));
  const limited = queries.filter(q => q['key-account']);
  element(prices, 'p', limited.length === 0 ? 'No query limits what is published about one key.'
    : 'A key account limits how often one key is published. When it is spent, the key\'s windows are withheld, and that they are is public.');
  if (limited.length > 0) {
    grid(prices, ['query', 'limit for a key', 'every', 'one release costs', 'how many', 'of what'],
      limited.map(q => [q.name, ...['limit', 'per', 'release', 'releases', 'for'].map(f => q['key-account'][f]).map(cell => typeof cell === 'number' ? spent(cell) : cell)]));
  }
}

let shownWidth = document.documentElement.clientWidth;
data.queries.forEach(prepare);
bindChoices();
render();
tellPrices();
document.getElementById('download').addEventListener('click', () => save(everything(), 'text/csv', data.card.pipeline + '.csv'));

new ResizeObserver(() => {
  const width = document.documentElement.clientWidth;
  if (Math.abs(width - shownWidth) > 1) { shownWidth = width; render(); }
}).observe(document.documentElement);
