// Keys beside each other, on one scale, in as many columns as fit their number.

const MOST_SHOWN = 12;

/** What stands below a multiple's name: its size, or its number in the window that is looked at. */
function multipleWords(place, query, shape) {
  place.textContent = shape.says;
  if (!shape.lines) { return; }
  const line = shape.lines[(shape.lines.length - 1) >> 1];
  query.watchers.push(window => { place.textContent = moment(query, window.x) + ': ' + withNoise(pointAt(line, window)); });
}

function multiple(place, query, value, key, shape, scale) {
  const figure = element(place, 'figure');
  element(figure, 'h4', labelOf(query, key)).title = key;
  noiseBadge(element(figure, 'p'), shape);
  multipleWords(element(figure, 'p', undefined, 'soft'), query, shape);
  const plot = element(figure, 'div', undefined, 'plot');
  plot.dataset.group = query.name + '/' + value.name;
  const view = { height: 120, isSmall: true, says: value.name + ' of ' + labelOf(query, key) + ', noisy: ' + shape.says, unit: 'records' };
  const chart = shape.isBars ? barChart(plot, query, shape, scale, view) : lineChart(plot, query, shape.lines, scale, view);
  return { ...chart, title: labelOf(query, key) };
}

const columnsFor = count => count <= 4 ? count : count <= 6 ? 3 : 4;

function multiples(section, query, value, keys) {
  const shown = query.showsAll ? keys : keys.slice(0, MOST_SHOWN);
  const shapes = shown.map(key => shapeOf(query, query.keys[key], value));
  if (shown.length < 2 || (query.windows.length === 1 && shapes[0].lines) || !(shapes[0].isBars || shapes[0].lines)) { return; }
  const title = value.name + ', ' + (shown.length === keys.length ? 'all ' + keys.length : shown.length + ' of ' + keys.length) + ' keys on one scale';
  element(section, 'h4', title, 'over');
  const place = element(section, 'div', undefined, 'multiples columns-' + columnsFor(shown.length));
  const scale = scaleOf(query, shapes);
  const charts = shown.map((key, i) => multiple(place, query, value, key, shapes[i], scale));
  keepForSaving(query, query.name + '-' + value.name + '-keys', title, () => linesOf(query, [value], shown), charts);
  if (keys.length > MOST_SHOWN) {
    const more = element(element(section, 'p', undefined, 'actions'), 'button', query.showsAll ? 'Fewer keys' : 'All ' + keys.length + ' keys');
    more.type = 'button';
    more.addEventListener('click', () => { query.showsAll = !query.showsAll; render(); });
  }
}
