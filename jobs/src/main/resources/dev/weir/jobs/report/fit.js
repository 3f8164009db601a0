// A regression on one feature: its line over the range of the feature, strong for the window that is looked at.

/** The feature of a model that is a line over a range which the card states. */
function lineFeature(series, value) {
  const names = Object.keys(fieldsOf(series, value)[0].coefficients).filter(name => name !== 'constant');
  return names.length === 1 && value.ranges && value.ranges[names[0]] ? names[0] : undefined;
}

function fitChart(place, query, series, value, view) {
  const feature = lineFeature(series, value);
  const [low, high] = value.ranges[feature];
  const fits = fieldsOf(series, value).map(row => [low, high].map(at => (row.coefficients.constant || 0) + at * row.coefficients[feature]));
  const [least, most] = extent(fits.flat());
  const { svg, width, height } = drawing(place, view.height, view.says);
  const y = d3.scaleLinear().domain([least, most > least ? most : least + 1]).nice().range([height - 40, 24]);
  const left = Math.max(...y.ticks(5).map(tick => textWidth(compact.format(tick), 11))) + 7;
  const x = d3.scaleLinear().domain([low, high]).range([left, width - 14]);
  const g = mark(svg, 'g', {});
  write(g, labelField(query, value) + ' by ' + feature, { x: 0, y: 11, most: width, style: 'soft unit' });
  for (const tick of y.ticks(5)) {
    mark(g, 'line', { x1: left, x2: width - 14, y1: round(y(tick)), y2: round(y(tick)), class: tick === 0 ? 'zero' : 'rule' });
    write(g, compact.format(tick), { x: left - 6, y: y(tick) + 4, anchor: 'end' });
  }
  for (const tick of x.ticks(Math.max(2, Math.floor(width / 90)))) { write(g, compact.format(tick), { x: Math.min(x(tick), width - textWidth(compact.format(tick), 11) / 2), y: height - 24, anchor: 'middle', style: 'soft time' }); }
  write(g, feature, { x: width - 2, y: height - 6, anchor: 'end', most: width - 4, style: 'soft unit' });
  const paths = fits.map(([from, to]) => mark(g, 'path', { d: 'M' + round(x(low)) + ' ' + round(y(from)) + 'L' + round(x(high)) + ' ' + round(y(to)), class: 'line fit', style: 'stroke: var(--a)' }));
  const show = window => series.windows.forEach((one, i) => paths[i].classList.toggle('chosen', one.x === window.x));
  show(query.windows[query.windows.length - 1]);
  query.watchers.push(show);
  return { svg: svg, width: width, height: height };
}
