// A histogram: one bar a bin with its name beside it, and whiskers for the noise.

const MOST_NAMED = 32;

function barChart(place, query, shape, scale, view) {
  const named = shape.bars.length <= MOST_NAMED;
  const row = view.isSmall ? 15 : 24;
  const height = (named ? row * shape.bars.length : 200) + 42;
  const { svg, width } = drawing(place, height, view.says);
  const left = named ? Math.min(0.4 * width, Math.max(...shape.bars.map(bar => textWidth(bar.name, 11))) + 6) : 70;
  const x = numberScale(scale, [left, width - 12]);
  const y = d3.scaleBand().domain(shape.bars.map(bar => bar.name)).range([4, height - 38]).padding(named ? 0.25 : 0);
  const g = mark(svg, 'g', {});
  const isBrief = shape.bars.some(bar => textWidth(bar.name, 11) > left - 6);
  let free = left - 20;
  for (const tick of numberTicks(x, scale, view.isSmall ? 3 : 6)) {
    const text = compact.format(tick);
    mark(g, 'line', { x1: round(x(tick)), x2: round(x(tick)), y1: 4, y2: height - 36, class: tick === 0 ? 'zero' : 'rule' });
    const half = textWidth(text, 11) / 2;
    const middle = Math.min(x(tick), width - half);
    if (middle - half > free) {
      write(g, text, { x: middle, y: height - 22, anchor: 'middle', style: 'soft time' });
      free = middle + half + 4;
    }
  }
  shape.bars.forEach((bar, i) => barMark(g, bar, isBrief, x, y, named || i === 0 || i === shape.bars.length - 1 ? left : 0));
  write(g, view.unit, { x: width - 2, y: height - 5, anchor: 'end', size: 11, most: width - 4, style: 'soft unit' });
  return { svg: svg, width: width, height: height, y: x };
}

function barMark(g, bar, isBrief, x, y, room) {
  const [top, middle] = [y(bar.name), y(bar.name) + y.bandwidth() / 2];
  const [from, to] = [Math.min(x(0), x(bar.y)), Math.max(x(0), x(bar.y))];
  mark(mark(g, 'rect', { x: round(from), y: round(top), width: round(to - from), height: round(y.bandwidth()), class: 'bar' }), 'title', {}, bar.name + ': ' + short(bar.y));
  if (choice.band && y.bandwidth() >= 5) {
    const [low, high] = [bar.low, bar.high].map(end => round(Math.min(Math.max(x(end), x.range()[0]), x.range()[1])));
    mark(g, 'path', { d: 'M' + low + ' ' + round(middle) + 'H' + high + 'M' + low + ' ' + round(middle - 3) + 'v6M' + high + ' ' + round(middle - 3) + 'v6', class: 'whisker' });
  }
  if (room > 0) { write(g, isBrief && bar.brief || bar.name, { x: room - 6, y: middle + 4, anchor: 'end', most: room - 6 }); }
}
