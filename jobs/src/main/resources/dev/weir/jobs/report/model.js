// What is known of each query: its windows, its keys, and the points that a key's values make.

const MOST_CIRCLES = 4;

const cardOf = query => data.card.queries.find(asked => asked.name === query.query);
const isRunning = query => Boolean(cardOf(query).window.running);
const fieldsOf = (series, value) => series.fields && series.fields[value.name];

/** The noise of a single number: what rows say, which is the same for all keys. */
const deviationAt = (query, value, step) => query.stddevs[value.name][step];

/** The time at which a window is drawn: its start, or its end where each window adds to the one before. */
const timeOf = (query, window) => query.bands ? window.end : window.start;

/** Reads the windows of a query out of its series, in order. */
function prepare(query) {
  const windows = new Map();
  for (const series of Object.values(query.keys)) {
    series.windows = series.starts.map((start, i) => {
      const window = { start: Date.parse(start), end: Date.parse(series.ends[i]), isPartial: Boolean(series.partial && series.partial.includes(i)) };
      window.x = timeOf(query, window);
      windows.set(window.x, window);
      return window;
    });
  }
  query.windows = [...windows.values()].sort((a, b) => a.x - b.x);
  // what is told first: the last window that was observed whole
  const whole = query.windows.findLastIndex(window => !window.isPartial);
  query.opening = whole < 0 ? query.windows.length - 1 : whole;
  // few partial windows have open circles; where windows slide there are many, and the shade tells them
  const partial = query.windows.filter(window => window.isPartial).length;
  query.edges = partial <= MOST_CIRCLES && partial < query.windows.length;
  const gaps = query.windows.slice(1).map((window, i) => window.x - query.windows[i].x);
  const only = query.windows.length > 0 ? query.windows[0].end - query.windows[0].start : DAY;
  query.step = gaps.length > 0 ? extent(gaps)[0] : only;
  query.longest = query.bands ? query.step : Math.max(only, ...query.windows.map(window => window.end - window.start));
  query.isDaily = query.windows.every(window => isMidnight(local(query, window.x)));
}

/** The times that all charts of a query span. */
function timesOf(query) {
  const [first, last] = [query.windows[0], query.windows[query.windows.length - 1]];
  const from = query.bands ? first.x - query.step : first.x;
  const margin = Math.max(0.015 * (last.x - from), query.step / 20);
  return [from - margin, last.x + margin];
}

/** Both ends of what noise alone may do, at each window, and the standard deviation that the row states. */
function errorsOf(query, series, value) {
  const rows = fieldsOf(series, value);
  const bands = query.bands && query.bands[value.name];
  return series.values[value.name].map((number, i) => {
    if (!rows) {
      const error = bands ? bands[series.steps[i]] : value.error95;
      return { low: number - error, high: number + error, stddev: deviationAt(query, value, series.steps[i]) };
    }
    const stddev = rows[i].stddev;
    const error = value.error95 / value.stddev * stddev;
    const [low, high] = rows[i].interval || (finite(number) && finite(error) ? [number - error, number + error] : [undefined, undefined]);
    return { low: low, high: high, stddev: stddev };
  });
}

/** Points over a key's windows. A point without a value stands where windows are missing, so that a line breaks there. */
function pointsOf(query, series, values, errors) {
  const points = [];
  series.windows.forEach((window, i) => {
    const before = i > 0 ? series.windows[i - 1] : window;
    if (window.x - before.x > 1.5 * query.longest) { points.push({ x: before.x + query.step }); }
    points.push({ x: window.x, y: values[i], window: window, ...(errors ? errors[i] : {}) });
  });
  return points;
}

/** A key's name on a chart: its text, or the values of its attributes. */
function labelOf(query, key) {
  const attributes = query.keys[key].attributes;
  return attributes ? Object.values(attributes).join(', ') || 'all' : key;
}

/** The keys in the order of their size, by what was released of the first value. */
function rankedKeys(query) {
  const size = key => {
    const series = query.keys[key];
    const value = query.values[0];
    const rows = fieldsOf(series, value);
    const numbers = kindOf(series, value) === 'names' ? [] : rows && rows[0].counts ? rows.flatMap(row => row.counts) : rows && rows[0].count ? rows.map(row => row.count.value) : series.values[value.name];
    return d3.sum(numbers.filter(finite));
  };
  const sizes = new Map(Object.keys(query.keys).map(key => [key, size(key)]));
  return [...sizes.keys()].sort((a, b) => sizes.get(b) - sizes.get(a));
}

/** The keys in the order that the reader has chosen. */
function orderedKeys(query, value) {
  const keys = rankedKeys(query);
  if (choice.order === 'name') { return keys.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })); }
  if (choice.order === 'noise') {
    const ratios = new Map(keys.map(key => [key, shapeOf(query, query.keys[key], value).noise]));
    const rank = key => ratios.get(key) > 0 ? ratios.get(key) : Infinity;
    return keys.sort((a, b) => rank(a) === rank(b) ? 0 : rank(a) - rank(b));
  }
  return keys;
}
