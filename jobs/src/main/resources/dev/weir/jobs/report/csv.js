// All released figures as a file: one line a number, made on this page and sent nowhere.

/** Text in quotes; a program for tables must not take it for a formula. */
const quoted = text => '"' + (/^[=+\-@\t\r]/.test(text) ? "'" : '') + String(text).replaceAll('"', '""') + '"';

/** The numbers and names in a released value, each with the path to it and the standard deviation of its noise, where that is stated beside it. */
function numbersIn(path, node, deviation) {
  if (finite(node)) { return [[path, node, deviation]]; }
  if (typeof node === 'string') { return [[path, quoted(node), deviation]]; }
  if (node === null || typeof node !== 'object') { return []; }
  const noise = name => Array.isArray(node) ? deviation : name === 'value' || name === 'counts' ? node.stddev : undefined;
  return Object.entries(node).filter(([name]) => name !== 'stddev').flatMap(([name, inner]) => numbersIn(path + '.' + name, inner, noise(name)));
}

function csvLines() {
  const lines = ['query,key,window_start,window_end,value,number,noise_stddev'];
  for (const query of data.queries) {
    for (const [key, series] of Object.entries(query.keys)) {
      series.starts.forEach((start, i) => {
        for (const value of query.values) {
          const rows = fieldsOf(series, value);
          const numbers = rows ? numbersIn(value.name, rows[i]) : numbersIn(value.name, series.values[value.name][i], deviationAt(query, value, series.steps[i]));
          for (const [path, number, deviation] of numbers) {
            lines.push([quoted(query.name), quoted(key), start, series.ends[i], quoted(path), number, deviation ?? ''].join(','));
          }
        }
      });
    }
  }
  return lines;
}

document.getElementById('download').addEventListener('click', () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csvLines().join('\r\n') + '\r\n'], { type: 'text/csv' }));
  link.download = data.card.pipeline.replace(/[^A-Za-z0-9._-]/g, '_') + '.csv';
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
