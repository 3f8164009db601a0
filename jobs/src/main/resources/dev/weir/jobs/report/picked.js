// Names that were drawn or counted with noise: a row for each name, a block in each window in which it was published.

const MOST_PICKED = 20;

/** How often each name was published, the most frequent first. */
function pickedNames(rows) {
  const times = d3.rollup(rows.flatMap(pickedIn), all => all.length, picked => picked.name);
  return [...times].sort((a, b) => b[1] - a[1]).map(([name]) => name);
}

/** What is drawn: for each name the windows in which it was published, and how high its block is. */
function pickedBlocks(query, series, value) {
  const rows = fieldsOf(series, value);
  const most = Math.max(...rows.flatMap(pickedIn).map(picked => picked.count || 0), 1);
  return series.windows.flatMap((window, i) => pickedIn(rows[i]).map(picked => ({ window: window, ...picked, part: finite(picked.count) ? Math.max(0.06, picked.count / most) : 1 })));
}

function pickedChart(place, query, series, value, view) {
  const names = pickedNames(fieldsOf(series, value));
  const shown = names.slice(0, MOST_PICKED);
  const row = 26;
  const height = row * shown.length + 46;
  const { svg, width } = drawing(place, height, view.says);
  const left = Math.min(0.4 * width, Math.max(...shown.map(name => textWidth(name, 12, true))) + 12);
  const [first, last] = [query.windows[0], query.windows[query.windows.length - 1]];
  const from = query.bands ? first.x - query.step : first.start;
  const box = { top: 4, bottom: height - 38, left: left, right: width - 8, low: 0, high: width };
  const x = d3.scaleLinear().domain([from, last.end]).range([box.left, box.right]);
  const g = mark(svg, 'g', {});
  timeMarks(g, query, x, box);
  timeAxis(g, query, x, box);
  shown.forEach((name, i) => {
    const bottom = box.top + row * (i + 1) - 2;
    mark(g, 'line', { x1: left, x2: box.right, y1: bottom, y2: bottom, class: 'rule' });
    write(g, name, { x: left - 8, y: bottom - 6, anchor: 'end', size: 12, most: left - 10, style: 'name' });
  });
  for (const block of pickedBlocks(query, series, value)) {
    const at = shown.indexOf(block.name);
    if (at < 0) { continue; }
    const start = query.bands ? block.window.x - query.step : block.window.start;
    const high = round((row - 6) * block.part);
    const wide = Math.max(1, x(block.window.end) - x(start) - 1);
    mark(mark(g, 'rect', { x: round(x(start)), y: round(box.top + row * (at + 1) - 2 - high), width: round(wide), height: high, class: 'bar' }),
      'title', {}, windowWords(query, block.window) + ': ' + block.name + (finite(block.count) ? ', ' + short(block.count) : ''));
  }
  follow({ svg: svg, x: x, box: box }, query, []);
  return { svg: svg, width: width, height: height };
}
