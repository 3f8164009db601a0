// Files made on this page on a click, and sent nowhere: figures as CSV, charts as SVG.

/** Text in quotes; a program for tables must not take it for a formula. */
const quoted = text => '"' + (/^[=+\-@\t\r]/.test(text) ? "'" : '') + String(text).replaceAll('"', '""') + '"';

/** The numbers and names in a released value, each with its name and the standard deviation that is stated beside it: as in released.csv. */
function numbersIn(name, node, deviation) {
  if (finite(node)) { return [[name, node, deviation]]; }
  if (typeof node === 'string') { return [[name, quoted(node), deviation]]; }
  if (node === null || typeof node !== 'object') { return []; }
  const isList = Array.isArray(node);
  const states = field => finite(node.stddev) && (field === 'value' || field === 'counts') ? node.stddev : undefined;
  return Object.entries(node).filter(([field]) => isList || field !== 'stddev')
    .flatMap(([field, inner]) => numbersIn(!isList && field === 'value' ? name : name + '.' + field, inner, isList ? deviation : states(field)));
}

/** Whether any window is partial: then tables have a column for it. */
const hasMarks = () => data.queries.some(query => query.windows.some(window => window.isPartial));

/** The lines of some values of a query, of some of its keys. */
function linesOf(query, values, keys) {
  return keys.flatMap(key => {
    const series = query.keys[key];
    return series.starts.flatMap((start, i) => values.flatMap(value => {
      const rows = fieldsOf(series, value);
      const numbers = rows ? numbersIn(value.name, rows[i]) : numbersIn(value.name, series.values[value.name][i], deviationAt(query, value, series.steps[i]));
      return numbers.map(([path, number, deviation]) => [quoted(query.name), quoted(key), start, series.ends[i], quoted(path), number, finite(deviation) ? Number(deviation.toPrecision(6)) : '', ...(hasMarks() ? [series.windows[i].isPartial || ''] : [])].join(','));
    }));
  });
}

const csvOf = lines => ['query,key,window_start,window_end,value,number,stddev' + (hasMarks() ? ',partial' : ''), ...lines].join('\r\n') + '\r\n';
const everything = () => csvOf(data.queries.flatMap(query => linesOf(query, query.values, Object.keys(query.keys))));

function save(text, type, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: type }));
  link.download = name.replace(/[^A-Za-z0-9._-]/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** One drawing of several, side by side, with the styles of the page and a line that says where it is from. */
function pictureOf(charts, title) {
  const columns = Math.max(1, Math.floor(1100 / charts[0].width));
  const [wide, high] = [charts[0].width + 16, Math.max(...charts.map(chart => chart.height)) + 22];
  const width = Math.max(320, 16 + wide * Math.min(columns, charts.length));
  const height = 34 + high * Math.ceil(charts.length / columns) + 22;
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ xmlns: SVG, width: width, height: height, viewBox: '0 0 ' + width + ' ' + height, 'font-family': FAMILY })) { svg.setAttribute(name, value); }
  mark(svg, 'style', {}, document.getElementById('chart-style').textContent);
  mark(svg, 'rect', { width: width, height: height, style: 'fill: var(--paper)' });
  write(svg, title, { x: 12, y: 20, size: 14, most: width - 24, style: 'name' });
  charts.forEach((chart, i) => {
    const inner = chart.svg.cloneNode(true);
    inner.setAttribute('x', 8 + wide * (i % columns));
    inner.setAttribute('y', 50 + high * Math.floor(i / columns));
    svg.appendChild(inner);
    if (chart.title) { write(svg, chart.title, { x: 12 + wide * (i % columns), y: 46 + high * Math.floor(i / columns), size: 12, most: chart.width - 8, style: 'name' }); }
  });
  write(svg, 'Noisy figures. ' + data.source.words, { x: 12, y: height - 8, most: width - 24 });
  return new XMLSerializer().serializeToString(svg);
}

/** Keeps what can be saved of a chart for the list of the query. */
function keepForSaving(query, name, title, lines, charts) {
  query.saves.push({ name: name, title: title, lines: lines, charts: charts });
}

/** A list of charts, with buttons that save the figures and the picture of each. */
function saveList(place, saves) {
  for (const { name, title, lines, charts } of saves) {
    const row = element(place, 'p', title, 'actions');
    const button = (text, act) => {
      const made = element(row, 'button', text);
      made.type = 'button';
      made.setAttribute('aria-label', text + ' of ' + title);
      made.addEventListener('click', act);
    };
    button('CSV', () => save(csvOf(lines()), 'text/csv', name + '.csv'));
    button('SVG', () => save(pictureOf(charts, title), 'image/svg+xml', name + '.svg'));
  }
}
