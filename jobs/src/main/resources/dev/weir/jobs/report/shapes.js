// What is drawn of a released value: its kind decides. Each shape says how large its noise is beside what it shows.

function kindOf(series, value) {
  const rows = fieldsOf(series, value);
  if (!rows) { return 'scalar'; }
  if (rows[0].keys || typeof rows[0] === 'string') { return 'names'; }
  if (rows[0].coefficients) { return 'model'; }
  if (rows[0].moments) { return 'products'; }
  if (rows[0].counts) { return 'histogram'; }
  return rows[0].quantiles ? 'quantiles' : Array.isArray(rows[0].value) ? 'vector' : finite(rows[0].value) || rows[0].count ? 'estimate' : 'other';
}

const COLORS = ['a', 'b', 'c', 'd', 'e'];
const DASHES = ['', '5 3', '2 3'];
const look = i => ({ color: 'var(--' + COLORS[i % COLORS.length] + ')', dash: DASHES[Math.floor(i / COLORS.length) % DASHES.length] });

/** A single number or an estimate: a line with its band. */
function lineShape(query, series, value) {
  const values = series.values[value.name];
  const rows = fieldsOf(series, value);
  const errors = errorsOf(query, series, value);
  const isEstimate = Boolean(rows) && rows.some(row => row.interval);
  const deviations = errors.map(error => error.stddev).filter(finite);
  const size = isEstimate ? Math.abs(median(values)) : mean(values.filter(finite));
  const says = isEstimate ? 'median ' + short(median(values)) : isRunning(query) ? short(values[values.length - 1]) + ' at the end' : short(mean(values.filter(finite))) + ' a window';
  return { says: says, noise: (isEstimate ? median(deviations) : Math.sqrt(mean(deviations.map(v => v * v)))) / size, hasZero: !isEstimate,
    lines: [{ name: value.name, points: pointsOf(query, series, values, errors), ...look(0) }] };
}

const binsOf = edges => ['below ' + short(edges[0]), ...edges.slice(1).map((edge, i) => short(edges[i]) + ' to ' + short(edge)), short(edges[edges.length - 1]) + ' and above'];

/** Names of bins for little room; the long ones where numbers that are cut short would not tell bins apart. */
function briefBins(edges) {
  const [first, last] = [compact.format(edges[0]), compact.format(edges[edges.length - 1])];
  const brief = ['< ' + first, ...edges.slice(1).map((edge, i) => compact.format(edges[i]) + '\u2013' + compact.format(edge)), '\u2265 ' + last];
  return new Set(edges.map(edge => compact.format(edge))).size === edges.length ? brief : binsOf(edges);
}

/** What the bars of a histogram are of. */
const barsOf = row => row.values || binsOf(row.edges);

/** The names of a released selection, with their noisy counts where they were counted. */
const pickedIn = row => (row.keys || [row]).map((name, i) => ({ name: String(name), count: row.counts ? row.counts[i] : undefined }));
const pickedWords = row => pickedIn(row).map(picked => picked.name + (finite(picked.count) ? ' (' + short(picked.count) + ')' : '')).join(', ');

/** The products of a triangle by the names of their fields, row by row. */
const productsOf = row => row.fields.flatMap((field, i) => row.fields.slice(i).map((other, j) => ({ name: field + ' \u00d7 ' + other, value: row.moments[i][j] })));

const SHAPES = {
  scalar: lineShape,
  estimate: lineShape,
  histogram: (query, series, value) => {
    const rows = fieldsOf(series, value);
    const sums = rows[0].counts.map((_, i) => d3.sum(rows, row => row.counts[i]));
    const size = Math.sqrt(rows.length);
    return { says: 'all windows together', noise: size * value.stddev / mean(sums), hasZero: true, isBars: true,
      bars: sums.map((sum, i) => ({ name: barsOf(rows[0])[i], brief: (rows[0].values || briefBins(rows[0].edges))[i], y: sum, low: sum - size * value.error95, high: sum + size * value.error95 })) };
  },
  quantiles: (query, series, value) => {
    const rows = fieldsOf(series, value);
    const levels = rows[0].quantiles;
    const middle = (levels.length - 1) >> 1;
    const at = i => rows.map(row => row.quantiles[i].value);
    const ranks = rows.map(row => Math.max(...Object.values(row.rank_error95 || {})) / (row.count && row.count.value > 0 ? row.count.value : 0));
    const intervals = i => rows.map(row => row.quantiles[i].interval ? { low: row.quantiles[i].interval[0], high: row.quantiles[i].interval[1] } : {});
    return { says: quantileWords(levels[middle].q) + ' ' + short(median(at(middle))), noise: median(ranks), isRanks: true,
      lines: levels.map((level, i) => ({ name: value.name + ' ' + level.q, label: quantileWords(level.q), points: pointsOf(query, series, at(i), i === middle ? intervals(i) : undefined), ...look(i === middle ? 0 : 1) })) };
  },
  model: (query, series, value) => {
    const rows = fieldsOf(series, value);
    const names = Object.keys(rows[0].coefficients).filter((name, i, all) => name !== 'constant' || all.length === 1).slice(0, COLORS.length);
    const at = name => rows.map(row => row.coefficients[name]);
    const errors = name => rows.map(row => ({ low: row.coefficients[name] - 2 * row.stddev[name], high: row.coefficients[name] + 2 * row.stddev[name], stddev: row.stddev[name] }));
    return { says: names.map(name => name + ': ' + short(median(at(name)))).join(', '), hasZero: true, noise: median(names.map(name => median(rows.map(row => row.stddev[name])) / Math.abs(median(at(name))))),
      lines: names.map((name, i) => ({ name: value.name + ' ' + name, label: name, points: pointsOf(query, series, at(name), errors(name)), ...look(i) })) };
  },
  products: (query, series, value) => {
    const last = fieldsOf(series, value).slice(-1)[0];
    return { says: 'products of ' + last.fields.join(', '), isText: true };
  },
  other: () => ({ says: 'in the table', isText: true }),
  names: (query, series, value) => ({ says: 'last: ' + pickedWords(fieldsOf(series, value).slice(-1)[0]), isPicked: true }),
  vector: (query, series, value) => {
    const rows = fieldsOf(series, value);
    const shown = rows[0].value.slice(0, COLORS.length);
    const names = partNames(query, value, rows[0].value.length);
    const errors = i => rows.map(row => ({ low: row.value[i] - value.error95, high: row.value[i] + value.error95, stddev: row.stddev }));
    return { says: shown.length < rows[0].value.length ? 'its first coordinates' : 'its coordinates', hasZero: true,
      noise: value.stddev * Math.sqrt(rows[0].value.length) / median(rows.map(row => Math.hypot(...row.value))),
      lines: shown.map((first, i) => ({ name: value.name + ' ' + names[i], label: names[i], points: pointsOf(query, series, rows.map(row => row.value[i]), errors(i)), ...look(i) })) };
  }
};

const shapeOf = (query, series, value) => SHAPES[kindOf(series, value)](query, series, value);

/** How large the noise is beside the signal, and a word for it; the word alone where the noise is larger. */
function noiseBadge(parent, shape) {
  const ratio = shape.noise;
  const lost = !(ratio > 0) || ratio >= 1;
  const word = lost ? 'lost in noise' : ratio < 0.1 ? 'clear' : ratio < 0.5 ? 'good' : 'rough';
  const size = !lost ? (shape.isRanks ? 'ranks off ' : 'noise ') + Number(ratio.toPrecision(2)) + '\u00d7, ' : '';
  element(parent, 'span', size + word, 'badge ' + (lost ? 'poor' : ratio < 0.5 ? 'good' : 'fair')).dataset.noise = finite(ratio) ? ratio : '';
}
