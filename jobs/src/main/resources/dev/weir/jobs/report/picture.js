// The demo's picture: a large language and a small one, exact and released, and what one account gives away. One scale for all.

function pictureLines(query, p) {
  const error = query.values.find(value => value.name === p.value).error95;
  const series = query.keys[p.small.key];
  const drawn = (values, label, color, within, dash) => ({ name: label, label: label, dash: dash, color: color,
    points: pointsOf(query, series, values, within ? values.map(number => ({ low: number - within, high: number + within })) : undefined) });
  const both = one => [drawn(one.released, 'released', 'var(--a)', error), drawn(one.exact, 'exact', 'var(--b)', 0, '6 4')];
  const pair = (one, other, within) => [drawn(one, 'with it', 'var(--a)', within), drawn(other, 'without it', 'var(--b)', within, '6 4')];
  return { large: both(p.large), small: both(p.small), exact: pair(p.small.exact, p.exactWithout, 0), noisy: pair(p.small.released, p.releasedWithout, error) };
}

function picture(p) {
  const query = data.queries.find(one => one.name === p.query);
  const lines = pictureLines(query, p);
  const scale = scaleOf(query, Object.values(lines).map(some => ({ lines: some, hasZero: true })));
  const section = document.getElementById('picture');
  section.hidden = false;
  tellPicture(p);
  for (const [id, some] of Object.entries(lines)) {
    const plot = document.getElementById(id);
    plot.replaceChildren();
    plot.dataset.group = 'picture';
    lineChart(plot, query, some, scale, { height: 240, says: document.getElementById(id + '-title').textContent });
  }
}

function tellPicture(p) {
  const set = (id, text) => { document.getElementById(id).textContent = text; };
  const lost = Math.round(100 * (1 - d3.sum(p.large.released) / d3.sum(p.large.exact)));
  set('large-title', 'Many people: ' + p.large.key + ' keeps its shape');
  set('large-story', 'Released counts lie about ' + lost + ' % below exact ones: edits beyond what accounts afford are left out. No band shows that.');
  set('small-title', 'One person: ' + p.small.key + ' loses its shape');
  set('small-story', 'Nearly all of it is one account. Most of its edits are left out, and noise hides the rest.');
  set('exact-title', 'Exact counts of ' + p.small.key + ' give the account away');
  set('noisy-title', 'Released counts of ' + p.small.key + ' do not');
}
