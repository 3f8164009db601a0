// Every key of a query: a list with sizes and noise, and one key at a time, large, with its figures as a table.

/** Whether the band of a value holds all of its steps at once: that of a value that is made of several numbers holds each by itself. */
const isAllAtOnce = (query, value) => Boolean(query.bands && query.bands[value.name]);

function windowTable(place, query, series, value) {
  const rows = fieldsOf(series, value);
  const times = timesOf(query, series).map(time => moment(time, isDaily(query)));
  const title = query.bands ? 'up to (UTC)' : 'window from (UTC)';
  const kind = kindOf(series, value);
  if (kind === 'histogram') {
    grid(place, [title, ...barsOf(rows[0])], times.map((time, i) => [time, ...rows[i].counts]));
  } else if (kind === 'quantiles') {
    grid(place, [title, ...rows[0].quantiles.map(level => level.q)], times.map((time, i) => [time, ...rows[i].quantiles.map(level => level.value)]));
  } else if (kind === 'vector') {
    grid(place, [title, ...rows[0].value.map((_, i) => value.name + '[' + i + ']')], times.map((time, i) => [time, ...rows[i].value]));
  } else if (kind === 'model') {
    const names = Object.keys(rows[0].coefficients);
    const said = (row, name) => finite(row.coefficients[name]) ? short(row.coefficients[name]) + ' \u00b1 ' + short(2 * row.stddev[name]) : '';
    grid(place, [title, ...names], times.map((time, i) => [time, ...names.map(name => said(rows[i], name))]));
  } else if (kind === 'products') {
    grid(place, [title, ...productsOf(rows[0]).map(product => product.name)], times.map((time, i) => [time, ...productsOf(rows[i]).map(product => product.value)]));
  } else if (kind === 'names') {
    grid(place, [title, value.name], times.map((time, i) => [time, namesOf(rows[i]).join(', ')]));
  } else {
    const ends = band(query, series, value);
    grid(place, [title, value.name, isAllAtOnce(query, value) ? 'within, for noise alone, all at once, 95 %' : 'within, for noise alone, 95 %'], times.map((time, i) => [time, series.values[value.name][i] ?? '',
      ends.low && finite(ends.low[i]) ? short(ends.low[i]) + ' to ' + short(ends.high[i]) : '']));
  }
}

/** Dotted: as wide as the band would be if each step had noise of its own. */
function addOthers(query, series, value, shape) {
  const others = query.others && query.others[value.name];
  if (!others) { return; }
  const values = series.values[value.name];
  for (const sign of [-1, 1]) {
    shape.lines.push(line(query, series, values.map((v, i) => v + sign * others[series.steps[i]]), {
      name: 'noise of each step', label: sign > 0 ? 'added up' : undefined, color: '--b', dash: [3, 4], width: 1.5, isQuiet: true }));
  }
}

function showKey(place, query, key) {
  place.replaceChildren();
  const series = query.keys[key];
  for (const value of query.values) {
    const shape = shapeOf(query, series, value);
    const title = element(place, 'h3', value.name + ', ' + key + ', ' + shape.says + (shape.note || '') + ' ');
    if (shape.isText) {
      windowTable(place, query, series, value);
      continue;
    }
    noiseBadge(title, shape);
    addOthers(query, series, value, shape);
    draw(canvasIn(place, value.name + ' of ' + key + ' released with noise; the table below holds the same'), shape, scaleOf(query, [shape], 6), false);
    if (isAllAtOnce(query, value)) {
      element(place, 'p', 'Noise belongs to the whole series: with a probability of 95 % the shaded band holds all of its steps at once. '
        + 'Dotted: as many standard deviations if each step had noise of its own that is added up.', 'soft');
    }
    folded(place, 'The same as a table', details => windowTable(details, query, series, value));
  }
}

function keyList(section, query, keys, number) {
  folded(section, keys.length === 1 ? 'The only key in detail' : 'Every key: all ' + keys.length + ' in a list, each in detail', details => {
    const choice = element(details, 'p');
    const caption = element(choice, 'label', 'Key: ');
    const select = element(choice, 'select');
    select.id = 'key-' + number;
    caption.htmlFor = select.id;
    for (const key of keys) { element(select, 'option', key).value = key; }
    const place = element(details, 'div');
    select.addEventListener('change', () => showKey(place, query, select.value));
    showKey(place, query, keys[0]);
    const about = (key, value) => {
      const shape = shapeOf(query, query.keys[key], value);
      return [shape.says, shape.isText ? '' : finite(shape.noise) && shape.noise > 0 ? Number(shape.noise.toPrecision(2)) + '\u00d7' : 'lost in noise'];
    };
    grid(details, ['key', ...query.values.flatMap(value => [value.name, 'noise'])], keys.map(key => [key, ...query.values.flatMap(value => about(key, value))]));
  });
}
