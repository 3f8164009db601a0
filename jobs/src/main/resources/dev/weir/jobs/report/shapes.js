// What is drawn of a released value: its kind decides. Each shape says how large its noise is beside what it shows.

const timesOf = (query, series) => (query.bands ? series.ends : series.starts).map(Date.parse);

/** How far apart the windows of a query begin: the least distance that occurs. */
function stepOf(query) {
  if (!query.step) {
    const all = [...new Set(Object.values(query.keys).flatMap(series => timesOf(query, series)))].sort((a, b) => a - b);
    const first = Object.values(query.keys)[0];
    query.span = [all[0], all[all.length - 1]];
    query.step = extent(all.slice(1).map((time, i) => time - all[i]).concat(Date.parse(first.ends[0]) - Date.parse(first.starts[0])))[0];
  }
  return query.step;
}

/** A line over a key's windows. It breaks where windows are missing. */
function line(query, series, values, more) {
  const step = stepOf(query);
  const times = timesOf(query, series);
  const points = [];
  const low = more.low && [];
  const high = more.high && [];
  times.forEach((time, i) => {
    if (i > 0 && time - times[i - 1] > 1.5 * step) {
      points.push({ x: times[i - 1] + step, y: null });
      if (low) { low.push(null); high.push(null); }
    }
    points.push({ x: time, y: values[i] });
    if (low) { low.push(more.low[i]); high.push(more.high[i]); }
  });
  return { ...more, points: points, low: low, high: high };
}

const isRunning = query => Boolean(data.card.queries.find(asked => asked.name === query.name).window.running);
/** Whether days say all of when a query's windows begin. */
const isDaily = query => [query.span[0], query.step].every(time => time % DAY === 0);
const fieldsOf = (series, value) => series.fields && series.fields[value.name];

function kindOf(series, value) {
  const rows = fieldsOf(series, value);
  if (!rows) { return 'scalar'; }
  if (rows[0].keys || typeof rows[0] === 'string') { return 'names'; }
  if (rows[0].coefficients) { return 'model'; }
  if (rows[0].moments) { return 'products'; }
  return rows[0].counts ? 'histogram' : rows[0].quantiles ? 'quantiles' : Array.isArray(rows[0].value) ? 'vector' : 'estimate';
}

/** Both ends of what noise alone may do, at each window. */
function band(query, series, value) {
  const rows = fieldsOf(series, value);
  const values = series.values[value.name];
  if (!rows) {
    const error = i => query.bands && query.bands[value.name] ? query.bands[value.name][series.steps[i]] : value.error95;
    return { low: values.map((v, i) => v - error(i)), high: values.map((v, i) => v + error(i)) };
  }
  if (!rows.some(row => row.interval || finite(row.stddev))) { return {}; }
  const ends = rows.map(row => row.interval || (finite(row.value) && finite(row.stddev) ? [row.value - 2 * row.stddev, row.value + 2 * row.stddev] : [null, null]));
  return { low: ends.map(end => end[0]), high: ends.map(end => end[1]) };
}

/** The noise of a single number: what rows say, which is the same for all keys. */
const deviationAt = (query, value, step) => query.stddevs[value.name][step];

function noiseOf(query, series, value) {
  const rows = fieldsOf(series, value);
  const deviations = rows ? rows.map(row => row.stddev) : series.steps.map(step => deviationAt(query, value, step));
  const values = series.values[value.name];
  return rows ? median(deviations) / Math.abs(median(values)) : Math.sqrt(mean(deviations.map(v => v * v))) / mean(values);
}

/** The names of a released selection, with their noisy counts where they were counted. */
function namesOf(row) {
  const names = row.keys || [row];
  return names.map((name, i) => row.counts ? name + ' (' + short(row.counts[i]) + ')' : name);
}

const bins = edges => ['< ' + short(edges[0]), ...edges.slice(1).map((edge, i) => short(edges[i]) + ' to ' + short(edge)), '\u2265 ' + short(edges[edges.length - 1])];

/** What the bars of a histogram are of. */
const barsOf = row => row.values || bins(row.edges);

/** The products of a triangle by the names of their fields, row by row. */
const productsOf = row => row.fields.flatMap((field, i) => row.fields.slice(i).map((other, j) => ({ name: field + ' \u00d7 ' + other, value: row.moments[i][j] })));

const SHAPES = {
  scalar: (query, series, value) => {
    const values = series.values[value.name];
    const total = isRunning(query) ? short(values[values.length - 1]) + ' at the end' : short(mean(values)) + ' a window';
    return { says: total, noise: noiseOf(query, series, value), hasZero: true, lines: [line(query, series, values, { name: value.name, color: '--a', ...band(query, series, value) })] };
  },
  estimate: (query, series, value) => ({
    says: 'median ' + short(median(series.values[value.name])), noise: noiseOf(query, series, value),
    lines: [line(query, series, series.values[value.name], { name: value.name, color: '--a', ...band(query, series, value) })]
  }),
  histogram: (query, series, value) => {
    const rows = fieldsOf(series, value);
    const sums = rows[0].counts.map((_, i) => rows.reduce((sum, row) => sum + row.counts[i], 0));
    const size = Math.sqrt(rows.length);
    return { says: 'all windows together', note: '; whiskers for noise only', noise: size * value.stddev / mean(sums), hasZero: true,
      name: value.name, labels: barsOf(rows[0]), bars: sums, error: size * value.error95 };
  },
  quantiles: (query, series, value) => {
    const rows = fieldsOf(series, value);
    const levels = rows[0].quantiles;
    const at = i => rows.map(row => row.quantiles[i].value);
    const last = levels.length - 1;
    const middle = last >> 1;
    const ranks = rows.map(row => Math.max(...Object.values(row.rank_error95 || {})) / (row.count && row.count.value > 0 ? row.count.value : 0));
    return { says: levels[middle].q + ' quantile: ' + short(median(at(middle))), noise: median(ranks), isRanks: true,
      note: last > 0 ? '; shaded from quantile ' + levels[0].q + ' to ' + levels[last].q : '',
      lines: levels.map((level, i) => line(query, series, at(i), {
        name: value.name + ' ' + level.q, label: String(level.q), color: i === middle ? '--a' : '--b', dash: i === middle ? [] : [4, 3], width: i === middle ? 2 : 1.5,
        ...(i === middle && last > 0 ? { low: at(0), high: at(last) } : {}) })) };
  },
  model: (query, series, value) => {
    const rows = fieldsOf(series, value);
    const names = Object.keys(rows[0].coefficients).filter((name, i, all) => name !== 'constant' || all.length === 1).slice(0, 6);
    const at = name => rows.map(row => row.coefficients[name]);
    const ratios = names.map(name => median(rows.map(row => row.stddev[name])) / Math.abs(median(at(name))));
    const shaded = i => names.length > 1 ? {} : { low: rows.map(row => row.coefficients[names[i]] - 2 * row.stddev[names[i]]), high: rows.map(row => row.coefficients[names[i]] + 2 * row.stddev[names[i]]) };
    return { says: names.map(name => name + ': ' + short(median(at(name)))).join(', '), noise: median(ratios), hasZero: true,
      lines: names.map((name, i) => line(query, series, at(name), {
        name: value.name + ' ' + name, label: name, color: ['--a', '--b', '--c'][i % 3], dash: i < 3 ? [] : [4, 3], ...shaded(i) })) };
  },
  products: (query, series, value) => {
    const rows = fieldsOf(series, value);
    return { says: 'products of ' + rows[0].fields.join(', ') + '; in the last window '
      + productsOf(rows[rows.length - 1]).slice(0, 6).map(product => product.name + ': ' + short(product.value)).join(', '), isText: true };
  },
  names: (query, series, value) => {
    const rows = fieldsOf(series, value);
    return { says: 'as drawn or counted with noise; in the last window ' + namesOf(rows[rows.length - 1]).join(', '), isText: true };
  },
  vector: (query, series, value) => {
    const rows = fieldsOf(series, value);
    const shown = rows[0].value.slice(0, 6);
    const sizes = rows.map(row => Math.hypot(...row.value));
    return { says: shown.length < rows[0].value.length ? 'its first coordinates' : 'its coordinates',
      noise: value.stddev * Math.sqrt(rows[0].value.length) / median(sizes), hasZero: true,
      lines: shown.map((first, i) => line(query, series, rows.map(row => row.value[i]), {
        name: value.name + '[' + i + ']', label: '[' + i + ']', color: ['--a', '--b', '--c'][i % 3], dash: i < 3 ? [] : [4, 3] })) };
  }
};

const shapeOf = (query, series, value) => SHAPES[kindOf(series, value)](query, series, value);

/** One scale for some shapes. Bands count as far as the values span, so that one wide band does not flatten all lines. */
function scaleOf(query, shapes, ticks) {
  stepOf(query);
  const lines = shapes.flatMap(shape => shape.lines || []);
  const values = extent(shapes.flatMap(shape => shape.bars || []).concat(lines.flatMap(one => one.points.map(point => point.y)), shapes.some(shape => shape.hasZero) ? [0] : []));
  const bands = extent(shapes.flatMap(shape => shape.bars ? shape.bars.flatMap(bar => [bar - shape.error, bar + shape.error]) : [])
    .concat(lines.flatMap(one => [...(one.low || []), ...(one.high || [])])));
  const span = values[1] > values[0] ? values[1] - values[0] : Infinity;
  const low = Math.min(values[0], Math.max(bands[0], values[0] - span));
  const high = Math.max(values[1], Math.min(bands[1], values[1] + span));
  const from = query.span[0] - (query.bands ? query.step : 0);
  const margin = Math.max(0.015 * (query.span[1] - from), query.step / 20);
  return { ...numberRange(low, high, ticks), times: [from - margin, query.span[1] + margin], isDaily: isDaily(query), closest: Math.min(query.step, DAY) };
}

/** How large the noise is beside the signal, and a word for it. */
function noiseBadge(parent, shape) {
  const ratio = shape.noise;
  const lost = !(ratio > 0) || ratio >= 1;
  const word = lost ? 'lost in noise' : ratio < 0.1 ? 'clear' : ratio < 0.5 ? 'good' : 'rough';
  const size = ratio > 0 && ratio < 1000 ? (shape.isRanks ? 'ranks off ' : 'noise ') + Number(ratio.toPrecision(2)) + '\u00d7, ' : '';
  element(parent, 'span', size + word, 'badge ' + (lost ? 'poor' : ratio < 0.5 ? 'good' : 'fair')).dataset.noise = finite(ratio) ? ratio : '';
}
