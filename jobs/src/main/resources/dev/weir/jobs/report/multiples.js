// The largest keys of a query beside each other, on one scale.

const MOST_SHOWN = 8;

/** The largest keys first, by what was released of the first value. */
function rankedKeys(query) {
  const size = key => {
    const series = query.keys[key];
    const value = query.values[0];
    const rows = fieldsOf(series, value);
    const numbers = kindOf(series, value) === 'names' ? [] : rows && rows[0].counts ? rows.flatMap(row => row.counts) : rows && rows[0].count ? rows.map(row => row.count.value) : series.values[value.name];
    return numbers.reduce((sum, number) => sum + (finite(number) ? number : 0), 0);
  };
  const sizes = new Map(Object.keys(query.keys).map(key => [key, size(key)]));
  return [...sizes.keys()].sort((a, b) => sizes.get(b) - sizes.get(a));
}

function multiple(place, query, key, value, shape, scale) {
  const figure = element(place, 'figure');
  element(figure, 'h4', key).title = key;
  noiseBadge(element(figure, 'p'), shape);
  element(figure, 'p', shape.says, 'soft');
  const canvas = canvasIn(figure, value.name + ' of ' + key + ' released with noise: ' + shape.says);
  canvas.dataset.group = query.name + '/' + value.name;
  draw(canvas, shape, scale, true);
}

function multiples(section, query, keys) {
  const shown = keys.slice(0, MOST_SHOWN);
  for (const value of query.values) {
    const which = shown.length === keys.length ? 'all keys' : value === query.values[0] ? 'the ' + shown.length + ' largest of ' + keys.length + ' keys' : 'the same keys';
    const shapes = shown.map(key => shapeOf(query, query.keys[key], value));
    element(section, 'h3', value.name + ': ' + which + (shapes[0].isText ? '' : ', on one scale') + (shapes[0].note || ''));
    if (shapes[0].isText) {
      grid(section, ['key', value.name], shown.map((key, i) => [key, shapes[i].says]));
      continue;
    }
    const place = element(section, 'div', undefined, 'multiples');
    const scale = scaleOf(query, shapes, 4);
    shown.forEach((key, i) => multiple(place, query, key, value, shapes[i], scale));
  }
}
