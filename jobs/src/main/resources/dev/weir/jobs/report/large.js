// The large chart of a value: the largest keys on it, each named where its line ends, or one key where a value has several lines.

const MOST_TOGETHER = 5;

/** The lines of the largest keys, for values of one line. */
function linesTogether(query, value, keys) {
  return keys.slice(0, MOST_TOGETHER).map((key, i) => ({ ...shapeOf(query, query.keys[key], value).lines[0], ...look(i), label: labelOf(query, key), name: key }));
}

/** What a window says of each line, for eyes and for ears. */
const lineWords = (query, lines) => window => windowWords(query, window) + ': ' + lines.map(line => (line.label || line.name) + ' ' + withNoise(pointAt(line, window))).join(', ');

/** A line of text below a chart: the window that is looked at, and each line's number with its noise. */
function readout(figure, query, lines) {
  const place = element(figure, 'p', undefined, 'readout');
  const show = window => {
    place.replaceChildren();
    element(place, 'span', windowWords(query, window) + (window.isPartial ? ' (partial)' : ''), 'when');
    for (const line of lines) {
      const said = element(place, 'span', undefined, 'said');
      element(said, 'b', line.label || line.name).style.color = line.color;
      said.append(' ' + withNoise(pointAt(line, window)));
    }
  };
  show(query.windows[query.at ?? query.opening]);
  query.watchers.push(show);
}

/** A chart of lines with its slider and its readout. */
function largeLines(figure, query, value, lines, title, keys) {
  const plot = element(figure, 'div', undefined, 'plot');
  slider(plot, query, title, lineWords(query, lines));
  const scale = scaleOf(query, [{ lines: lines, hasZero: shapeOf(query, query.keys[keys[0]], value).hasZero }]);
  const chart = lineChart(plot, query, lines, scale, { height: innerWidth < 600 ? 260 : 340, says: title, caption: measureOf(query, value) });
  readout(figure, query, lines);
  keepForSaving(query, query.name + '-' + value.name, title, () => linesOf(query, [value], keys), [chart]);
  return chart;
}

/** The large chart of one key, of whatever kind its value is. */
function largeKey(figure, query, value, key, title) {
  const series = query.keys[key];
  const shape = shapeOf(query, series, value);
  const file = query.name + '-' + value.name;
  const lines = () => linesOf(query, [value], [key]);
  if (shape.isText) { return undefined; }
  if (shape.isBars || shape.isPicked) {
    const plot = element(figure, 'div', undefined, 'plot');
    if (shape.isPicked) { slider(plot, query, title, window => windowWords(query, window) + ': ' + pickedAt(series, value, window)); }
    const chart = shape.isBars ? barChart(plot, query, shape, scaleOf(query, [shape]), { says: title, unit: binsWords(query, value) + ', ' + shape.says })
      : pickedChart(plot, query, series, value, { says: title });
    if (shape.isPicked) { pickedReadout(figure, query, series, value); }
    keepForSaving(query, file, title, lines, [chart]);
    return chart;
  }
  const chart = largeLines(figure, query, value, shape.lines.map(line => ({ ...line, label: line.label || labelOf(query, key) })), title, [key]);
  if (kindOf(series, value) === 'model' && lineFeature(series, value)) {
    const name = value.name + ' over ' + lineFeature(series, value) + ': the line of each window, strong the one that is looked at';
    element(figure, 'h4', name);
    const fit = fitChart(element(figure, 'div', undefined, 'plot'), query, series, value, { height: 240, says: name });
    keepForSaving(query, file + '-line', name, lines, [fit]);
  }
  return chart;
}

const pickedAt = (series, value, window) => {
  const at = series.windows.findIndex(one => one.x === window.x);
  return at < 0 ? 'none' : pickedWords(fieldsOf(series, value)[at]);
};

function pickedReadout(figure, query, series, value) {
  const place = element(figure, 'p', undefined, 'readout');
  const show = window => { place.textContent = windowWords(query, window) + ': ' + pickedAt(series, value, window); };
  show(query.windows[query.at ?? query.opening]);
  query.watchers.push(show);
}

/** The largest keys of the only window: bars, because there is no time to draw lines over. */
function barsTogether(figure, query, value, keys, title) {
  const shown = keys.slice(0, MOST_NAMED);
  const shape = { hasZero: true, bars: shown.map(key => ({ ...shapeOf(query, query.keys[key], value).lines[0].points[0], name: labelOf(query, key) })) };
  const chart = barChart(element(figure, 'div', undefined, 'plot'), query, shape, scaleOf(query, [shape]), { says: title, unit: measureOf(query, value) + ', ' + windowWords(query, query.windows[0]) });
  element(figure, 'p', shown.map(key => labelOf(query, key) + ' ' + withNoise(shapeOf(query, query.keys[key], value).lines[0].points[0])).join(', '), 'readout');
  keepForSaving(query, query.name + '-' + value.name, title, () => linesOf(query, [value], shown), [chart]);
  return chart;
}

/** What the large chart of a value is of. */
function titleOf(query, value, keys) {
  if (keys.length === 1) { return value.name; }
  if (!isTogether(query, value)) { return value.name + ' of ' + labelOf(query, keys[0]); }
  const order = { size: 'largest', name: 'first', noise: 'clearest' }[choice.order];
  return keys.length <= MOST_TOGETHER ? value.name + ' by key' : value.name + ': the ' + MOST_TOGETHER + ' ' + order + ' of ' + keys.length + ' keys';
}

/** Whether several keys fit on one chart: values of one line each. */
const isTogether = (query, value) => ['scalar', 'estimate'].includes(kindOf(Object.values(query.keys)[0], value));

function largeChart(section, query, value, keys) {
  const figure = element(section, 'figure', undefined, 'large');
  const title = titleOf(query, value, keys);
  if (query.values.length > 1) { element(figure, 'h3', title); }
  const chart = !isTogether(query, value) ? largeKey(figure, query, value, keys[0], title)
    : query.windows.length === 1 && keys.length > 1 ? barsTogether(figure, query, value, keys, title)
      : largeLines(figure, query, value, linesTogether(query, value, keys), title, keys.slice(0, MOST_TOGETHER));
  if (chart) { widths(figure, query, value, chart); }
}
