// The demo's picture: a large language and a small one, exact and released, and what one account gives away. One scale for all.

function picture(p) {
  const query = data.queries.find(q => q.name === p.query);
  const value = query.values.find(v => v.name === p.value);
  const series = query.keys[p.small.key];
  const drawn = (values, name, paint, error, dash) => line(query, series, values, { name: name, label: name, color: paint, dash: dash,
    ...(error ? { low: values.map(v => v - error), high: values.map(v => v + error) } : {}) });
  const both = one => ({ lines: [drawn(one.released, 'released', '--a', value.error95), drawn(one.exact, 'exact', '--b', 0, [6, 4])] });
  const pair = (one, other, error) => ({ lines: [drawn(one, 'with it', '--a', error), drawn(other, 'without it', '--b', error, [6, 4])] });
  const shapes = {
    large: both(p.large), small: both(p.small),
    exact: pair(p.small.exact, p.exactWithout, 0), noisy: pair(p.small.released, p.releasedWithout, value.error95)
  };
  const scale = scaleOf(query, Object.values(shapes).map(shape => ({ ...shape, hasZero: true })), 6);
  const says = {
    large: 'exact and released counts of ' + p.large.key + ' on top of each other', small: 'exact and released counts of ' + p.small.key + ' on top of each other',
    exact: 'exact counts of ' + p.small.key + ' with and without its busy account', noisy: 'released counts of ' + p.small.key + ' with and without its busy account'
  };
  document.getElementById('picture').hidden = false;
  tell(p);
  for (const [id, shape] of Object.entries(shapes)) {
    const canvas = document.getElementById(id);
    canvas.setAttribute('aria-label', says[id]);
    canvas.dataset.group = 'picture';
    draw(canvas, shape, scale, false);
  }
}

function tell(p) {
  const set = (id, text) => { document.getElementById(id).textContent = text; };
  const sum = values => values.reduce((a, b) => a + b, 0);
  set('large-title', 'Large language ' + p.large.key + ': many people, so the shape stays');
  set('large-story', 'Noise is small beside ' + short(mean(p.large.exact)) + ' edits an hour. Released counts lie below exact ones by what bounds leave out, about '
    + Math.round(100 * (1 - sum(p.large.released) / sum(p.large.exact))) + ' % of the day: edits of robots and of others beyond what their accounts afford. No band shows that.');
  set('small-title', 'Small language ' + p.small.key + ': one person, who disappears');
  set('small-story', 'Nearly all of the exact counts is one account, at work from the evening on. It affords a few edits, the rest is left out, and noise hides the few.');
  set('story', 'The language ' + p.small.key + ' again, on the day as it was and on the same day without its one busy account. Exact counts are two different days: whoever '
    + 'sees them knows when that person was at work. What Weir releases looks alike on both.');
}
