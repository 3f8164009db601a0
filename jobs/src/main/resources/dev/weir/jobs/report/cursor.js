// Moving through the windows of a query, with a pointer or the arrow keys: all of its charts follow.

/** Tells all charts of a query which window is looked at. */
function moveTo(query, index) {
  query.at = Math.min(Math.max(index, 0), query.windows.length - 1);
  for (const watcher of query.watchers) { watcher(query.windows[query.at], query.at); }
}

/** Shows on a chart which window is looked at: a line across, and a dot on each of its lines. */
function follow(chart, query, lines) {
  const g = mark(chart.svg, 'g', { class: 'cursor' });
  const bar = mark(g, 'line', { y1: chart.box.top, y2: chart.box.bottom, class: 'across' });
  const dots = lines.map(line => mark(g, 'circle', { r: 3.5, style: 'fill: ' + line.color }));
  const at = lines.map(line => new Map(line.points.filter(point => finite(point.y)).map(point => [point.x, point.y])));
  g.style.display = 'none';
  query.watchers.push(window => {
    g.style.display = '';
    const x = round(chart.x(window.x));
    bar.setAttribute('x1', x);
    bar.setAttribute('x2', x);
    dots.forEach((dot, i) => {
      const y = at[i].get(window.x);
      dot.style.display = finite(y) ? '' : 'none';
      dot.setAttribute('cx', x);
      dot.setAttribute('cy', finite(y) ? round(chart.y(y)) : 0);
    });
  });
  chart.svg.addEventListener('pointermove', event => moveTo(query, nearest(query, chart.x.invert(event.clientX - chart.svg.getBoundingClientRect().left))));
}

/** The number of the window that is drawn nearest to a time. */
function nearest(query, time) {
  const right = d3.bisector(window => window.x).left(query.windows, time);
  return right > 0 && (right === query.windows.length || time - query.windows[right - 1].x < query.windows[right].x - time) ? right - 1 : right;
}

const KEYS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10, Home: -Infinity, End: Infinity };

/** A slider over the windows, around a chart: the keyboard's way, which says what the chart shows. */
function slider(place, query, name, words) {
  place.tabIndex = 0;
  const last = query.windows.length - 1;
  const attributes = { role: 'slider', 'aria-label': name + ': windows, by arrow keys', 'aria-valuemin': 0, 'aria-valuemax': last, 'aria-valuenow': query.at ?? query.opening, 'aria-valuetext': words(query.windows[query.at ?? query.opening]) };
  for (const [key, value] of Object.entries(attributes)) { place.setAttribute(key, value); }
  place.addEventListener('keydown', event => {
    const step = KEYS[event.key];
    if (step === undefined) { return; }
    event.preventDefault();
    moveTo(query, query.at === undefined ? (step > 0 ? 0 : last) : Math.min(Math.max(query.at + step, 0), last));
  });
  query.watchers.push((window, index) => {
    place.setAttribute('aria-valuenow', index);
    place.setAttribute('aria-valuetext', words(window));
  });
}

/** A number with its noise, as text. */
const withNoise = point => !point || !finite(point.y) ? 'none' : short(point.y) + (point.stddev > 0 ? ' \u00b1 ' + noise(point.stddev) : '');
const pointAt = (line, window) => line.points.find(point => point.x === window.x && point.window);
