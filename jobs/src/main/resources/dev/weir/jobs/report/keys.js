// Every key of a query: a list with sizes and noise, and one key at a time, large, with its figures as a table.

function tableOf(query, series, value) {
  const rows = fieldsOf(series, value);
  const kind = kindOf(series, value);
  const each = (titles, cells) => ({ titles: titles, cells: cells });
  if (kind === 'histogram') { return each(barsOf(rows[0]), i => rows[i].counts); }
  if (kind === 'quantiles') { return each(rows[0].quantiles.map(level => quantileWords(level.q)), i => rows[i].quantiles.map(level => level.value)); }
  if (kind === 'vector') { return each(partNames(query, value, rows[0].value.length), i => rows[i].value); }
  if (kind === 'model') {
    const names = Object.keys(rows[0].coefficients);
    return each(names, i => names.map(name => withNoise({ y: rows[i].coefficients[name], stddev: rows[i].stddev[name] })));
  }
  if (kind === 'products') { return each(productsOf(rows[0]).map(product => product.name), i => productsOf(rows[i]).map(product => short(product.value))); }
  if (kind === 'names') { return each([value.name], i => [pickedWords(rows[i])]); }
  if (kind === 'other') { return each([value.name], i => [numbersIn(value.name, rows[i]).map(([name, number]) => name + ' ' + short(number)).join(', ')]); }
  const errors = errorsOf(query, series, value);
  const all = query.bands && query.bands[value.name] ? ', all windows at once' : '';
  return each([value.name, 'stated deviation', 'noise alone within, 95 %' + all], i => [series.values[value.name][i] ?? '', noise(errors[i].stddev), finite(errors[i].low) ? short(errors[i].low) + ' to ' + short(errors[i].high) : '']);
}

function windowTable(place, query, key, value) {
  const series = query.keys[key];
  const table = tableOf(query, series, value);
  grid(place, ['window', ...table.titles], series.windows.map((window, i) => [windowWords(query, window) + (window.isPartial ? ' (partial)' : ''), ...table.cells(i)]), value.name + ' of ' + key);
}

function showKey(place, query, key) {
  place.replaceChildren();
  query.saves = [];
  for (const value of query.values) {
    const shape = shapeOf(query, query.keys[key], value);
    const figure = element(place, 'figure', undefined, 'large');
    const title = element(figure, 'h4', value.name + ' of ' + key + (shape.isText || shape.isPicked ? ' ' : ', ' + shape.says + ' '));
    if (!shape.isText && !shape.isPicked) { noiseBadge(title, shape); }
    if (shape.isText) { windowTable(figure, query, key, value); continue; }
    largeKey(figure, query, value, key, value.name + ' of ' + key);
    folded(figure, value.name + ' of ' + key + ' as a table', details => windowTable(details, query, key, value));
  }
  saveList(element(place, 'div'), query.saves);
}

function keyList(section, query, keys, number) {
  const details = folded(section, keys.length === 1 ? 'The figures as a table' : 'Each of the ' + keys.length + ' keys, and its figures as a table', () => {
    query.isOpen = true;
    const choosing = element(details, 'p');
    const caption = element(choosing, 'label', 'Key: ');
    const select = element(choosing, 'select');
    select.id = 'key-' + number;
    caption.htmlFor = select.id;
    for (const key of keys) { element(select, 'option', key).value = key; }
    select.value = query.key in query.keys ? query.key : keys[0];
    const place = element(details, 'div');
    const show = () => { query.key = select.value; showKey(place, query, select.value); };
    select.addEventListener('change', show);
    show();
    if (keys.length > 1) { keyTable(details, query, keys); }
  });
  details.open = Boolean(query.isOpen);
}

function keyTable(details, query, keys) {
  const about = (key, value) => {
    const shape = shapeOf(query, query.keys[key], value);
    return [shape.says, shape.isText || shape.isPicked ? '' : finite(shape.noise) && shape.noise > 0 ? Number(shape.noise.toPrecision(2)) + '\u00d7' : 'lost in noise'];
  };
  grid(details, ['key', ...query.values.flatMap(value => [value.name, 'noise beside it'])], keys.map(key => [key, ...query.values.flatMap(value => about(key, value))]), 'All keys');
}
