// How wide noise is, and would be with another budget: lengths on the chart's scale below it. No published value is moved or drawn again.

/** The deviation that rows state now: of the last window, for a value of one number whose noise follows from the budget alone. */
function deviationNow(query, value) {
  const series = Object.values(query.keys)[0];
  const kind = kindOf(series, value);
  return kind === 'scalar' ? deviationAt(query, value, series.steps[series.steps.length - 1]) : kind === 'histogram' ? value.stddev : undefined;
}

function widthBar(place, name, length) {
  const { svg, width } = drawing(place, 22, name);
  const end = Math.min(length, width - 2);
  const cap = end < length ? 'M' + round(end - 5) + ' 4l5 5l-5 5' : 'M' + round(end) + ' 4v10';
  mark(svg, 'path', { d: 'M1 4v10M1 9H' + round(Math.max(end, 1)) + cap, class: 'caliper' });
}

function widths(figure, query, value, chart) {
  const other = data.widths.find(one => one.name === choice.other);
  const now = deviationNow(query, value);
  if (!other || !finite(now)) { return; }
  const place = element(figure, 'div', undefined, 'widths');
  const unit = chart.y && !choice.log ? Math.abs(chart.y(1) - chart.y(0)) : 0;
  for (const [name, deviation] of [['now', now], ['at ' + other.name, now * other.factor]]) {
    const says = 'Noise of ' + value.name + ' ' + name + ': ' + (name === 'now' ? '' : 'about ') + '\u00b1 ' + noise(deviation);
    element(place, 'p', says, 'soft');
    if (unit > 0) { widthBar(place, says, 2 * deviation * unit); }
  }
}
