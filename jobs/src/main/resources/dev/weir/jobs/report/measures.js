// What a value measures, in the words of the pipeline: fields, and what each window is.

/** The fields that a value is made of; none of a value that counts. */
const readsOf = (query, value) => (data.reads[query.query] || {})[value.name] || [];

const PERIODS = { '1s': 'second', '1m': 'minute', '1h': 'hour', '1d': 'day', '7d': 'week' };

/** What one window is of, in words that follow a value's name. */
function perWindow(query) {
  const terms = query.window;
  if (terms.running) { return 'so far'; }
  const size = terms.tumbling || terms.calendar;
  return size ? 'per ' + (PERIODS[size] || size) : 'in the last ' + (terms.sliding || terms.last);
}

/** Whether the parts of a value's key, or of its time, add up: counts and sums. */
const isTotal = (series, value) => {
  const kind = kindOf(series, value);
  return kind === 'scalar' || kind === 'vector' || (kind === 'estimate' && !fieldsOf(series, value).some(row => row.interval || row.count));
};

/** What a regression explains: the last of the fields that it is made of. */
const labelField = (query, value) => readsOf(query, value).slice(-1)[0] || value.name;

/** What the axis of a value shows. A value that counts is named after what it counts. */
function measureOf(query, value) {
  const series = Object.values(query.keys)[0];
  const fields = readsOf(query, value);
  if (kindOf(series, value) === 'model') { return 'change of ' + labelField(query, value) + ' for one more of each feature'; }
  const per = isTotal(series, value) ? ' ' + perWindow(query) : '';
  if (fields.length === 0) { return value.name + per; }
  const from = fields.length > 3 ? fields.length + ' fields' : fields.join(' and ');
  if (isTotal(series, value)) { return (fields[0] === value.name ? '' : value.name + ': ') + 'sum of ' + from + per; }
  return fields[0] === value.name && fields.length === 1 ? value.name : value.name + ', from ' + from;
}

/** What the bars of a histogram count. */
const binsWords = (query, value) => 'records by ' + (readsOf(query, value)[0] || value.name);

/** The names of a vector's coordinates: its fields, where the pipeline names one for each. */
function partNames(query, value, count) {
  const fields = readsOf(query, value);
  return Array.from({ length: count }, (_, i) => fields.length === count ? fields[i] : 'part ' + (i + 1));
}

/** What lies below a quantile: as one says it with the number behind. */
const quantileWords = level => level === 0.5 ? 'median' : Number((100 * level).toPrecision(6)) + ' % below';
