// Scales from values to pixels, and axes: round numbers at the side, dates below.

/** One scale for some shapes. Bands count as far as the values span, so that one wide band does not flatten all lines. */
function scaleOf(query, shapes) {
  const points = shapes.flatMap(shape => shape.bars || shape.lines.flatMap(line => line.points));
  const values = extent(points.map(point => point.y).concat(shapes.some(shape => shape.hasZero) ? [0] : []));
  const bands = extent(points.flatMap(point => [point.low, point.high]));
  const span = values[1] > values[0] ? values[1] - values[0] : Infinity;
  const low = Math.min(values[0], Math.max(bands[0], values[0] - span));
  const high = Math.max(values[1], Math.min(bands[1], values[1] + span));
  return { low: finite(low) ? low : 0, high: finite(high) && high > low ? high : (finite(low) ? low : 0) + 1, times: timesOf(query),
    noise: median(points.map(point => point.stddev).filter(amount => amount > 0)) || 1 };
}

/** Numbers to pixels. The logarithm is linear within the noise about 0, because noisy counts may be 0 or less. */
function numberScale(scale, pixels) {
  const made = choice.log ? d3.scaleSymlog().constant(scale.noise) : d3.scaleLinear();
  const margin = 0.03 * (scale.high - scale.low);
  return made.domain([scale.low < 0 || !choice.log ? scale.low - margin : scale.low, scale.high + margin]).range(pixels);
}

function numberTicks(y, scale, most) {
  if (!choice.log) { return y.ticks(most); }
  const powers = d3.range(Math.floor(Math.log10(scale.noise)), Math.ceil(Math.log10(Math.max(Math.abs(scale.low), Math.abs(scale.high), scale.noise))) + 1).map(power => 10 ** power);
  const ticks = [0, ...powers.flatMap(power => [power, -power])].filter(tick => tick >= y.domain()[0] && tick <= y.domain()[1]);
  const kept = [];
  for (const tick of ticks) {
    if (kept.every(other => Math.abs(y(other) - y(tick)) >= 15)) { kept.push(tick); }
  }
  return kept;
}

/** Dates below a chart: a label that would touch the one before it, or the edge, is moved or left out. */
function timeAxis(g, query, x, box) {
  const ticks = tickTimes(query, x.domain()[0], x.domain()[1], Math.max(2, Math.floor((box.right - box.left) / 62)));
  const labels = tickLabels(ticks);
  let free = box.low;
  ticks.forEach((tick, i) => {
    const at = x(instant(query, tick));
    const half = Math.max(...labels[i].map(text => textWidth(text, 11))) / 2;
    const middle = Math.min(Math.max(at, box.low + half), box.high - half);
    mark(g, 'line', { x1: round(at), x2: round(at), y1: box.bottom, y2: box.bottom + 4, class: 'tick' });
    if (middle - half < free) { return; }
    free = middle + half + 4;
    labels[i].forEach((text, row) => { if (text) { write(g, text, { x: middle, y: box.bottom + 15 + 13 * row, anchor: 'middle', style: 'soft time' }); } });
  });
}

/** The windows that are shaded; none where all are partial. */
const shadedIn = query => query.windows.every(one => one.isPartial) ? [] : query.windows.filter(one => one.isPartial);

/** What the axis shows, and what a shade means where there is room for both. */
function captionMark(g, query, caption, width) {
  write(g, caption, { x: 0, y: 11, most: width, style: 'soft unit' });
  const shade = 'shaded: recorded in part';
  if (shadedIn(query).length > 0 && textWidth(caption, 11) + textWidth(shade, 11) + 12 < width) { write(g, shade, { x: width - 1, y: 11, anchor: 'end' }); }
}

/** Days on which clocks are changed, and windows that the records cover only in part. */
function timeMarks(g, query, x, box) {
  for (const window of shadedIn(query)) {
    const [from, to] = query.bands ? [window.x - query.step, window.x] : [window.start, window.end];
    const [left, right] = [Math.max(box.left, x(from)), Math.min(box.right, x(to))];
    mark(mark(g, 'rect', { x: round(left), y: box.top, width: round(Math.max(1, right - left)), height: box.bottom - box.top, class: 'partial' }), 'title', {}, 'partial window: records cover only a part of it');
  }
  for (const time of clockChanges(query)) {
    if (time < x.domain()[0] || time > x.domain()[1]) { continue; }
    const at = round(x(time));
    mark(mark(g, 'line', { x1: at, x2: at, y1: box.top, y2: box.bottom, class: 'change' }), 'title', {}, 'clocks are changed');
    if (!box.isSmall) {
      const isLeft = at > (box.left + box.right) / 2;
      write(g, 'clocks changed', { x: at + (isLeft ? -4 : 4), y: box.top + 10, anchor: isLeft ? 'end' : 'start', size: 10 });
    }
  }
}

/** The axes of a chart over time; returns the scales and the box of its plot. */
function timeChart(place, query, scale, view) {
  const { svg, width, height } = drawing(place, view.height, view.says);
  const box = { top: view.caption ? 24 : 8, bottom: height - (view.isSmall ? 32 : 34), low: 0, high: width, isSmall: view.isSmall };
  const y = numberScale(scale, [box.bottom, box.top]);
  const ticks = numberTicks(y, scale, view.isSmall ? 3 : 6);
  box.left = Math.ceil(Math.max(18, ...ticks.map(tick => textWidth(compact.format(tick), 11)))) + 7;
  box.right = width - (view.room || 8);
  const x = d3.scaleLinear().domain(scale.times).range([box.left, box.right]);
  const g = mark(svg, 'g', {});
  if (view.caption) { captionMark(g, query, view.caption, width); }
  timeMarks(g, query, x, box);
  for (const tick of ticks) {
    mark(g, 'line', { x1: box.left, x2: box.right, y1: round(y(tick)), y2: round(y(tick)), class: tick === 0 ? 'zero' : 'rule' });
    write(g, compact.format(tick), { x: box.left - 6, y: y(tick) + 4, anchor: 'end' });
  }
  timeAxis(g, query, x, box);
  return { svg: svg, x: x, y: y, box: box, width: width, height: height };
}
