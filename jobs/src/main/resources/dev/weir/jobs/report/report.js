// Puts the page together.

data.queries.forEach((query, number) => {
  const keys = rankedKeys(query);
  if (keys.length === 0) { return; }
  const section = element(document.getElementById('queries'), 'section');
  element(section, 'h2', query.values.map(value => value.name).join(', ') + ' (query ' + query.name + ')');
  element(section, 'p', query.about);
  element(section, 'p', query.leftOut);
  if (number === 0) {
    element(section, 'p', 'Beside each key a badge says how large the noise is beside the key\'s own figures: 0.1\u00d7 is a standard deviation of a tenth of their mean.');
  }
  multiples(section, query, keys);
  keyList(section, query, keys, number);
});

const queries = data.card.queries;
const prices = document.getElementById('prices');
grid(prices, ['query', 'currency', 'its share', 'one contribution costs', 'a unit affords'],
  queries.map(q => [q.name, q.currency, spent(q.share), spent(q.price), q.affords]));
const limited = queries.filter(q => q['key-account']);
element(prices, 'p', limited.length === 0 ? 'No query limits what is published about one key.'
  : 'A key account limits how often one key is published, whoever is behind it. When it is spent, the key\'s windows are withheld, and '
    + 'that they are is public. A running total or a sliding window pays once for its whole series.');
if (limited.length > 0) {
  grid(prices, ['query', 'limit for a key', 'every', 'one release costs', 'how many', 'of what'],
    limited.map(q => [q.name, ...['limit', 'per', 'release', 'releases', 'for'].map(f => q['key-account'][f])]
      .map(cell => typeof cell === 'number' ? spent(cell) : cell)));
}

if (data.picture) { picture(data.picture); }

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => location.reload());
