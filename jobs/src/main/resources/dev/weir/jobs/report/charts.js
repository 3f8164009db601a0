// Charts: lines with bands and bars with whiskers, labelled where they are and not in a legend.

const LABEL_FONT = '11px system-ui, sans-serif';

/** Writes the name of each line behind its last point, apart from the others. */
function nameLines(lines) {
  return {
    id: 'names',
    afterDatasetsDraw: chart => {
      const placed = lines.filter(line => line.label).map(line => {
        const last = line.points.filter(point => finite(point.y)).pop();
        return last && { line: line, x: chart.scales.x.getPixelForValue(last.x), y: chart.scales.y.getPixelForValue(last.y) };
      }).filter(Boolean).sort((a, b) => a.y - b.y);
      const area = chart.chartArea;
      placed.forEach((label, i) => {
        label.y = Math.max(label.y, area.top + 6, i > 0 ? placed[i - 1].y + 13 : 0);
      });
      for (let i = placed.length - 1; i >= 0; i--) {
        placed[i].y = Math.min(placed[i].y, i === placed.length - 1 ? area.bottom - 6 : placed[i + 1].y - 13);
      }
      const pen = chart.ctx;
      pen.save();
      pen.font = LABEL_FONT;
      pen.textBaseline = 'middle';
      for (const label of placed) {
        pen.fillStyle = color(label.line.color);
        pen.fillText(label.line.label, label.x + 5, label.y);
      }
      pen.restore();
    }
  };
}

/** How far points and bars may be off that have no band. */
function whiskers(list) {
  return {
    id: 'whiskers',
    afterDatasetsDraw: chart => {
      const pen = chart.ctx;
      const { x: across, y: up } = chart.scales;
      pen.save();
      pen.strokeStyle = color('--ink');
      pen.beginPath();
      for (const at of list) {
        const x = across.getPixelForValue(at.x);
        const [low, high] = [at.low, at.high].map(end => Math.min(Math.max(up.getPixelForValue(end), up.top), up.bottom));
        for (const [x1, y1, x2, y2] of [[x, low, x, high], [x - 3, low, x + 3, low], [x - 3, high, x + 3, high]]) {
          pen.moveTo(x1, y1);
          pen.lineTo(x2, y2);
        }
      }
      pen.stroke();
      pen.restore();
    }
  };
}

/** Room for the names of lines, the same beside all large charts. */
function labelWidth(canvas, lines, isSmall) {
  const pen = canvas.getContext('2d');
  pen.font = LABEL_FONT;
  return Math.max(isSmall ? 0 : 62, ...lines.filter(line => line.label).map(line => pen.measureText(line.label).width + 8));
}

/** Whether a point has no neighbour that a line could lead to. */
const isAlone = (points, i) => finite(points[i].y) && !(i > 0 && finite(points[i - 1].y)) && !(i + 1 < points.length && finite(points[i + 1].y));

function datasets(line, isSmall) {
  const made = [];
  const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, isBand: true, fill: false };
  if (line.low) {
    const at = ends => line.points.map((point, i) => ({ x: point.x, y: ends[i] }));
    made.push({ ...edge, label: 'low', data: at(line.low), fill: '+1', backgroundColor: color(line.color) + '33' });
    made.push({ ...edge, label: 'high', data: at(line.high) });
  }
  made.push({
    label: line.name, data: line.points, borderColor: color(line.color), backgroundColor: color(line.color),
    borderDash: line.dash || [], borderWidth: line.width || (isSmall && line.points.length > 150 ? 1 : 2), pointHitRadius: 8, isBand: Boolean(line.isQuiet),
    pointRadius: context => isAlone(line.points, context.dataIndex) ? 2.5 : 0
  });
  return made;
}

function aloneWhiskers(lines) {
  return lines.filter(line => line.low).flatMap(line => line.points.map((point, i) => ({ x: point.x, low: line.low[i], high: line.high[i] }))
    .filter((at, i) => isAlone(line.points, i)));
}

/** Draws a shape on a scale. A shape has lines over time, or bars with labels. */
function draw(canvas, shape, scale, isSmall) {
  const isBars = Boolean(shape.bars);
  const common = {
    animation: false, maintainAspectRatio: false, interaction: { mode: 'index', intersect: false }, locale: 'en',
    plugins: { legend: { display: false }, tooltip: { filter: item => !item.dataset.isBand } }
  };
  if (isBars) {
    new Chart(canvas, {
      type: 'bar',
      data: { labels: shape.labels, datasets: [{ label: shape.name, data: shape.bars, backgroundColor: color('--a') + 'aa' }] },
      options: { ...common, scales: {
        x: { ticks: { color: color('--soft'), font: { size: isSmall ? 9 : 11 }, autoSkip: !isSmall, maxRotation: 60 }, grid: { display: false } },
        y: numberAxis(scale, isSmall) } },
      plugins: [whiskers(shape.bars.map((bar, i) => ({ x: i, low: bar - shape.error, high: bar + shape.error })))]
    });
    return;
  }
  common.plugins.tooltip.callbacks = { title: items => items.length > 0 ? moment(items[0].parsed.x, scale.isDaily) + ' UTC' : '' };
  new Chart(canvas, {
    type: 'line',
    data: { datasets: shape.lines.flatMap(line => datasets(line, isSmall)) },
    options: { ...common, layout: { padding: { right: labelWidth(canvas, shape.lines, isSmall), top: 4 } }, scales: { x: timeAxis(scale.times, scale.closest), y: numberAxis(scale, isSmall) } },
    plugins: [nameLines(shape.lines), whiskers(aloneWhiskers(shape.lines))]
  });
}

/** A canvas of its own height, with words for those who do not see it. */
function canvasIn(place, says) {
  const canvas = element(element(place, 'div', undefined, 'chart'), 'canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', says);
  return canvas;
}
