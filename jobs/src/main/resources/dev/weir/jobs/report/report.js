
'use strict';
(function () {
  const data = JSON.parse(document.getElementById('data').textContent);
  const color = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const soft = name => color(name) + '33';
  const label = start => start.replace('T', ' ').replace(':00Z', '');
  const short = amount => Number(Number(amount).toPrecision(4));
  const charts = [];

  function draw(canvas, labels, lines) {
    const datasets = [];
    for (const line of lines) {
      const edge = { borderWidth: 0, pointRadius: 0, pointHitRadius: 0, band: true };
      if (line.error) {
        const error = i => Array.isArray(line.error) ? line.error[i] : line.error;
        datasets.push({ ...edge, label: 'low', data: line.values.map((v, i) => v - error(i)), fill: '+1', backgroundColor: soft(line.color) });
        datasets.push({ ...edge, label: 'high', data: line.values.map((v, i) => v + error(i)), fill: false });
      }
      datasets.push({ label: line.name, data: line.values, borderColor: color(line.color), backgroundColor: color(line.color), borderDash: line.dash || [], borderWidth: 2, pointRadius: 0, pointHitRadius: 8 });
      if (line.other) {
        const dotted = { ...edge, borderWidth: 1.5, borderColor: color('--b'), backgroundColor: 'transparent', borderDash: [3, 4], fill: false };
        datasets.push({ ...dotted, label: 'band if each step had noise of its own', band: false, quiet: true, data: line.values.map((v, i) => v - line.other[i]) });
        datasets.push({ ...dotted, label: 'high', data: line.values.map((v, i) => v + line.other[i]) });
      }
    }
    const ticks = { color: color('--soft') };
    const grid = { color: color('--rule') };
    charts.push(new Chart(canvas, {
      type: 'line',
      data: { labels: labels, datasets: datasets },
      options: {
        animation: false, maintainAspectRatio: false, interaction: { mode: 'index', intersect: false },
        scales: { x: { ticks: { ...ticks, maxTicksLimit: 8, maxRotation: 0, callback: (v, i) => labels[i].slice(-5) }, grid: grid }, y: { ticks: ticks, grid: grid } },
        plugins: {
          legend: { labels: { color: color('--ink'), filter: (item, all) => !all.datasets[item.datasetIndex].band } },
          tooltip: { filter: item => !item.dataset.band && !item.dataset.quiet }
        }
      }
    }));
  }

  function element(parent, tag, text) {
    const made = document.createElement(tag);
    if (text !== undefined) { made.textContent = text; }
    parent.appendChild(made);
    return made;
  }

  function grid(parent, titles, rows) {
    const scroll = element(parent, 'div');
    scroll.className = 'scroll';
    const made = element(scroll, 'table');
    const head = element(made, 'tr');
    for (const title of titles) { element(head, 'th', title).scope = 'col'; }
    for (const cells of rows) {
      const row = element(made, 'tr');
      for (const cell of cells) { element(row, 'td', String(cell)); }
    }
  }

  const atSteps = (widths, value, series) => widths ? series.steps.map(step => widths[value.name][step]) : undefined;
  const times = (query, series) => (query.bands ? series.ends : series.starts).map(label);

  function table(parent, query, series, value) {
    const details = element(parent, 'details');
    element(details, 'summary', 'The same as a table');
    const within = atSteps(query.bands, value, series);
    grid(details, [query.bands ? 'up to (UTC)' : 'window from (UTC)', value.name, query.bands ? 'all at once within, 95 %' : 'within, 95 %'],
      times(query, series).map((time, i) => [time, series.values[value.name][i], '\u00b1 ' + (within ? short(within[i]) : value.error95)]));
  }

  function show(place, query, key) {
    place.replaceChildren();
    const series = query.keys[key];
    for (const value of query.values) {
      element(place, 'h3', value.name + ', ' + key);
      const chart = element(place, 'div');
      chart.className = 'chart';
      const canvas = element(chart, 'canvas');
      canvas.setAttribute('role', 'img');
      canvas.setAttribute('aria-label', value.name + ' of ' + key + ' by window, released with noise; the table below holds the same');
      draw(canvas, times(query, series), [{
        name: value.name, values: series.values[value.name], color: '--a',
        error: atSteps(query.bands, value, series) || value.error95, other: atSteps(query.others, value, series)
      }]);
      if (query.bands) {
        element(place, 'p', 'Noise belongs to the whole series: with a probability of 95 % the shaded band holds all of its steps at once. '
          + 'Dotted: as many standard deviations if each step had noise of its own that is added up.');
      }
      table(place, query, series, value);
    }
  }

  const total = (series, name) => series.values[name].reduce((a, b) => a + Math.abs(b), 0);

  data.queries.forEach((query, number) => {
    const keys = Object.keys(query.keys);
    if (keys.length === 0) { return; }
    const section = document.getElementById('series');
    element(section, 'h2', query.name);
    const choice = element(section, 'p');
    const caption = element(choice, 'label', 'Key: ');
    const select = element(choice, 'select');
    select.id = 'key-' + number;
    caption.htmlFor = select.id;
    const first = query.values[0].name;
    keys.sort((a, b) => total(query.keys[b], first) - total(query.keys[a], first));
    keys.forEach(key => { element(select, 'option', key).value = key; });
    const place = element(section, 'div');
    select.addEventListener('change', () => show(place, query, select.value));
    show(place, query, keys[0]);
  });

  const queries = data.card.queries;
  grid(document.getElementById('prices'), ['query', 'currency', 'its share', 'one contribution costs', 'a unit affords'],
    queries.map(q => [q.name, q.currency, short(q.share), short(q.price), q.contributions]));
  const limited = queries.filter(q => q['key-account']);
  if (limited.length > 0) {
    grid(document.getElementById('keys'), ['query', 'limit for a key', 'every', 'one release costs', 'how many', 'of what'],
      limited.map(q => [q.name, ...['limit', 'per', 'release', 'releases', 'for'].map(f => q['key-account'][f])]
        .map(cell => typeof cell === 'number' ? short(cell) : cell)));
  } else {
    element(document.getElementById('keys'), 'p', 'No query limits what is published about one key.');
  }

  if (data.picture) {
    const p = data.picture;
    const query = data.queries.find(q => q.name === p.query);
    const value = query.values.find(v => v.name === p.value);
    const labels = query.keys[p.key].starts.map(label);
    document.getElementById('picture').hidden = false;
    document.getElementById('story').textContent = 'The language ' + p.key + ' is nearly all one busy account. Exact counts with and without it '
      + 'are two different days: whoever sees them knows when that person was at work. In what Weir releases the account sways the whole '
      + 'day by no more than its budget affords, and both days look alike.';
    const both = (id, withIt, without, error, what) => {
      const canvas = document.getElementById(id);
      canvas.setAttribute('aria-label', what + ' counts of ' + p.key + ' by window, with and without its busy account');
      draw(canvas, labels, [{ name: 'with the account', values: withIt, color: '--a', error: error }, { name: 'without it', values: without, color: '--b', dash: [6, 4], error: error }]);
    };
    both('exact', p.exactWith, p.exactWithout, 0, 'Exact');
    both('noisy', p.releasedWith, p.releasedWithout, value.error95, 'Released');
  }

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => location.reload());
})();
