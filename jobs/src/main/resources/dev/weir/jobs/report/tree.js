// Levels of keys as nested bars: a row opens into its parts, whose published numbers add up to its own.

const MOST_PARTS = 40;

/** The levels directly above a level's attributes: sets that have more of them, with none between. */
function levelsBelow(levels, names) {
  const holds = (more, less) => more.length > less.length && less.every(name => more.includes(name));
  const larger = levels.filter(level => holds(level, names));
  return larger.filter(level => !larger.some(other => holds(level, other)));
}

/** The keys of a level by the values of some of their attributes. */
function partsOf(query, level, names) {
  const isOf = series => Object.keys(series.attributes).length === level.length && level.every(name => name in series.attributes);
  return d3.group(Object.keys(query.keys).filter(key => isOf(query.keys[key])), key => valuesOf(query.keys[key].attributes, names));
}

const valuesOf = (attributes, names) => JSON.stringify(names.map(name => attributes[name]));

/** A value of a key in a window. */
const numberAt = (query, value, key, window) => {
  const series = query.keys[key];
  const at = series.windows.findIndex(one => one.x === window.x);
  return at < 0 ? {} : { y: series.values[value.name][at], stddev: fieldsOf(series, value) ? fieldsOf(series, value)[at].stddev : undefined };
};

/** A row: name, bar and number, all of the window that is looked at. */
function treeRow(place, tree, key, name) {
  const row = element(place, 'span', undefined, 'row');
  element(row, 'span', name, 'part');
  const bar = element(element(row, 'span', undefined, 'track'), 'span', undefined, 'fill');
  const says = element(row, 'span', undefined, 'number');
  const show = window => {
    const point = numberAt(tree.query, tree.value, key, window);
    const whole = numberAt(tree.query, tree.value, tree.root, window).y;
    bar.style.width = Math.min(100, Math.max(0, 100 * point.y / Math.max(whole, 1))) + '%';
    says.textContent = withNoise(point);
  };
  show(tree.query.windows[tree.query.at ?? tree.query.opening]);
  tree.query.watchers.push(show);
}

/** Says what the parts of a row come to, in the window that is looked at. */
function sumRow(place, tree, keys) {
  const says = element(place, 'p', undefined, 'soft sum');
  const show = window => { says.textContent = 'these ' + keys.length + ' together: ' + short(d3.sum(keys, key => numberAt(tree.query, tree.value, key, window).y)); };
  show(tree.query.windows[tree.query.at ?? tree.query.opening]);
  tree.query.watchers.push(show);
}

function treeNode(place, tree, key, name) {
  const own = Object.keys(tree.query.keys[key].attributes);
  const below = levelsBelow(tree.levels, own).map(level => ({ level: level, keys: partsOf(tree.query, level, own).get(valuesOf(tree.query.keys[key].attributes, own)) || [] }))
    .filter(part => part.keys.length > 0);
  if (below.length === 0) {
    treeRow(element(place, 'div', undefined, 'leaf'), tree, key, name);
    return;
  }
  const details = element(place, 'details');
  treeRow(element(details, 'summary'), tree, key, name);
  const fill = () => {
    for (const { level, keys } of below) {
      const added = level.filter(attribute => !own.includes(attribute));
      const list = element(details, 'div', undefined, 'parts');
      if (below.length > 1) { element(list, 'p', 'by ' + added.join(', '), 'soft'); }
      const size = one => d3.sum(tree.query.keys[one].values[tree.value.name].filter(finite));
      const sorted = [...keys].sort((a, b) => size(b) - size(a));
      sorted.slice(0, MOST_PARTS).forEach(one => treeNode(list, tree, one, added.map(attribute => tree.query.keys[one].attributes[attribute]).join(', ')));
      if (sorted.length > MOST_PARTS) { element(list, 'p', sorted.length - MOST_PARTS + ' smaller ones are in the file of figures', 'soft'); }
      sumRow(list, tree, keys);
    }
  };
  details.addEventListener('toggle', fill, { once: true });
  if (key === tree.root) { details.open = true; }
}

/** The nested bars of a value whose keys have levels and whose parts add up. */
function nestedBars(section, query, value) {
  const levels = cardOf(query).keys.levels;
  const series = Object.values(query.keys)[0];
  if (!Array.isArray(levels) || !['scalar', 'estimate'].includes(kindOf(series, value)) || shapeOf(query, series, value).hasZero === false) { return false; }
  const least = Math.min(...levels.map(level => level.length));
  const roots = Object.keys(query.keys).filter(key => Object.keys(query.keys[key].attributes).length === least);
  element(section, 'h4', value.name + ' by ' + cardOf(query).keys.attributes.join(' and ') + ': open a bar for its parts', 'over');
  const place = element(section, 'div', undefined, 'tree');
  const when = element(place, 'p', undefined, 'soft');
  const show = window => { when.textContent = windowWords(query, window); };
  show(query.windows[query.at ?? query.opening]);
  query.watchers.push(show);
  for (const root of roots) { treeNode(place, { query: query, value: value, levels: levels, root: root }, root, least === 0 ? 'all' : root); }
  return true;
}
