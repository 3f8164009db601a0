// Charts over time: lines with bands, named where they end and not in a legend.

const isAlone = (points, i) => finite(points[i].y) && !(i > 0 && finite(points[i - 1].y)) && !(i + 1 < points.length && finite(points[i + 1].y));

function bandMark(g, chart, line, low, high, strength) {
  const within = value => Math.min(Math.max(chart.y(value), chart.box.top), chart.box.bottom);
  const area = d3.area().defined(point => finite(low(point)) && finite(point.y)).x(point => chart.x(point.x)).y0(point => within(low(point))).y1(point => within(high(point)));
  mark(g, 'path', { d: area(line.points) || '', class: 'band', style: 'fill: ' + line.color + '; fill-opacity: ' + strength });
}

/** A point that no line leads to, with how far noise may have moved it. */
function pointMark(g, chart, line, point) {
  const x = round(chart.x(point.x));
  mark(g, 'circle', { cx: x, cy: round(chart.y(point.y)), r: 3, style: 'fill: ' + line.color });
  if (choice.band && finite(point.low)) {
    mark(g, 'path', { d: 'M' + x + ' ' + round(chart.y(point.low)) + 'V' + round(chart.y(point.high)), style: 'stroke: ' + line.color, class: 'line' });
  }
}

function lineMark(g, chart, query, line, isThin) {
  const path = d3.line().defined(point => finite(point.y)).x(point => chart.x(point.x)).y(point => chart.y(point.y));
  mark(g, 'path', { d: path(line.points) || '', class: 'line', style: 'stroke: ' + line.color + '; stroke-width: ' + (isThin ? 1.2 : 1.8) + '; stroke-dasharray: ' + (line.dash || 'none') });
  line.points.forEach((point, i) => {
    if (isAlone(line.points, i)) { pointMark(g, chart, line, point); }
    if (point.window && point.window.isPartial && finite(point.y) && query.edges) {
      mark(g, 'circle', { cx: round(chart.x(point.x)), cy: round(chart.y(point.y)), r: 3, class: 'open', style: 'stroke: ' + line.color });
    }
  });
}

/** The names of lines behind their last points, apart from each other. */
function nameLines(g, chart, lines) {
  const placed = lines.filter(line => line.label).map(line => {
    const last = line.points.filter(point => finite(point.y)).pop();
    return last && { line: line, x: chart.x(last.x), end: chart.y(last.y), y: chart.y(last.y) };
  }).filter(Boolean).sort((a, b) => a.y - b.y);
  placed.forEach((label, i) => { label.y = Math.max(label.y, chart.box.top + 4, i > 0 ? placed[i - 1].y + 14 : 0); });
  for (let i = placed.length - 1; i >= 0; i--) { placed[i].y = Math.min(placed[i].y, i === placed.length - 1 ? chart.box.bottom : placed[i + 1].y - 14); }
  for (const label of placed) {
    mark(g, 'path', { d: 'M' + round(label.x + 3) + ' ' + round(label.end) + 'L' + round(label.x + 11) + ' ' + round(label.y), class: 'line', style: 'stroke-width: 1; stroke: ' + label.line.color });
    write(g, label.line.label, { x: label.x + 14, y: label.y + 4, size: 12, most: chart.width - label.x - 15, style: 'name', color: label.line.color });
  }
}

/** Room for the names of lines: at most a third of the width. */
const roomFor = (place, lines) => Math.min(place.clientWidth / 3, Math.max(8, ...lines.filter(line => line.label).map(line => textWidth(line.label, 12, true) + 18)));

/** Draws lines over time. Whoever moves through the windows of the query moves through this chart too. */
function lineChart(place, query, lines, scale, view) {
  const chart = timeChart(place, query, scale, { ...view, room: view.isSmall ? 8 : roomFor(place, lines) });
  const g = mark(chart.svg, 'g', {});
  const strength = lines.length > 3 ? 0.09 : lines.length > 2 ? 0.13 : 0.2;
  for (const line of lines) {
    if (choice.band) { bandMark(g, chart, line, point => point.low, point => point.high, strength); }
    if (choice.stated) { bandMark(g, chart, line, point => point.y - point.stddev, point => point.y + point.stddev, strength + 0.1); }
  }
  for (const line of lines) { lineMark(g, chart, query, line, view.isSmall || line.points.length > 150); }
  if (!view.isSmall) {
    nameLines(g, chart, lines);
  }
  follow(chart, query, lines);
  return chart;
}
