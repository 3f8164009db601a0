
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
      if (line.error || line.low) {
        const error = i => Array.isArray(line.error) ? line.error[i] : line.error;
        const low = line.low || line.values.map((v, i) => v - error(i));
        const high = line.high || line.values.map((v, i) => v + error(i));
        datasets.push({ ...edge, label: 'low', data: low, fill: '+1', backgroundColor: soft(line.color) });
        datasets.push({ ...edge, label: 'high', data: high, fill: false });
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

  const atSteps = (widths, value, series) => series.steps.map(step => widths[value.name][step]);
  const times = (query, series) => (query.bands ? series.ends : series.starts).map(label);
  const timeTitle = query => query.bands ? 'up to (UTC)' : 'window from (UTC)';

  function bars(canvas, labels, counts, name) {
    const ticks = { color: color('--soft') };
    const grid = { color: color('--rule') };
    charts.push(new Chart(canvas, {
      type: 'bar',
      data: { labels: labels, datasets: [{ label: name, data: counts, backgroundColor: color('--a') }] },
      options: {
        animation: false, maintainAspectRatio: false,
        scales: { x: { ticks: ticks, grid: grid }, y: { ticks: ticks, grid: grid } },
        plugins: { legend: { labels: { color: color('--ink') } } }
      }
    }));
  }

  const bins = edges => ['below ' + edges[0], ...edges.slice(1).map((edge, i) => edges[i] + ' to ' + edge), 'from ' + edges[edges.length - 1]];

  function frame(place, title, says) {
    element(place, 'h3', title);
    const chart = element(place, 'div');
    chart.className = 'chart';
    const canvas = element(chart, 'canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', says);
    return canvas;
  }

  function histogram(place, query, series, value, key) {
    const rows = series.fields[value.name];
    const labels = bins(rows[0].edges);
    const sums = labels.map((bin, i) => rows.reduce((sum, row) => sum + row.counts[i], 0));
    const canvas = frame(place, value.name + ', ' + key + ', all windows together',
      value.name + ' of ' + key + ' in bins, released with noise; the table below holds every window');
    bars(canvas, labels, sums, value.name);
    const details = element(place, 'details');
    element(details, 'summary', 'Every window as a table');
    grid(details, [timeTitle(query), ...labels], times(query, series).map((time, i) => [time, ...rows[i].counts]));
  }

  function vector(place, query, series, value, key) {
    const rows = series.fields[value.name];
    const shown = rows[0].value.slice(0, 6);
    const canvas = frame(place, value.name + ', ' + key + (rows[0].value.length > shown.length ? ', its first coordinates' : ''),
      'coordinates of ' + value.name + ' of ' + key + ' by window, released with noise');
    draw(canvas, times(query, series), shown.map((first, i) => ({
      name: value.name + '[' + i + ']', values: rows.map(row => row.value[i]), color: i % 2 === 0 ? '--a' : '--b', dash: i < 2 ? [] : [2 * i, 3] })));
  }

  function fan(place, query, series, value, key) {
    const rows = series.fields[value.name];
    const at = i => rows.map(row => row.quantiles[i].value);
    const last = rows[0].quantiles.length - 1;
    const middle = last >> 1;
    const canvas = frame(place, value.name + ', ' + key, 'quantiles of ' + value.name + ' of ' + key + ' by window, released with noise');
    draw(canvas, times(query, series), rows[0].quantiles.map((quantile, i) => ({
      name: value.name + ' ' + quantile.q, values: at(i), color: i === middle ? '--a' : '--b', dash: i === middle ? [] : [4, 3],
      ...(i === middle && last > 0 ? { low: at(0), high: at(last) } : {}) })));
    const details = element(place, 'details');
    element(details, 'summary', 'The same as a table');
    grid(details, [timeTitle(query), ...rows[0].quantiles.map(quantile => quantile.q)],
      times(query, series).map((time, i) => [time, ...rows[i].quantiles.map(quantile => quantile.value)]));
  }

  function names(place, query, series, value, key) {
    const rows = series.fields[value.name];
    element(place, 'h4', value.name + ', ' + key + ', as drawn or counted with noise');
    const many = rows[0].keys ? rows[0].keys.length : 1;
    const places = Array.from({ length: many }, (_, i) => many === 1 ? value.name : value.name + ' ' + (i + 1));
    const cell = (row, i) => typeof row === 'string' ? row : row.counts ? row.keys[i] + ' (' + row.counts[i] + ')' : row.keys[i];
    grid(place, [timeTitle(query), ...places], times(query, series).map((time, i) => [time, ...places.map((_, j) => cell(rows[i], j))]));
  }

  function band(query, series, value) {
    if (query.bands && query.bands[value.name]) { return { error: atSteps(query.bands, value, series), other: atSteps(query.others, value, series) }; }
    const rows = series.fields && series.fields[value.name];
    if (!rows) { return { error: value.error95 }; }
    if (!rows.some(row => row.interval || row.stddev)) { return {}; }
    const ends = rows.map(row => row.interval || (row.value === null ? [null, null] : [row.value - 2 * row.stddev, row.value + 2 * row.stddev]));
    return { low: ends.map(end => end[0]), high: ends.map(end => end[1]) };
  }

  function table(parent, query, series, value) {
    const edges = band(query, series, value);
    const within = i => edges.low ? edges.low[i] + ' to ' + edges.high[i]
      : edges.error ? '\u00b1 ' + (Array.isArray(edges.error) ? short(edges.error[i]) : edges.error) : '';
    const details = element(parent, 'details');
    element(details, 'summary', 'The same as a table');
    grid(details, [timeTitle(query), value.name, query.bands ? 'all at once within, 95 %' : 'within, 95 %'],
      times(query, series).map((time, i) => [time, series.values[value.name][i], within(i)]));
  }

  function show(place, query, key) {
    place.replaceChildren();
    const series = query.keys[key];
    for (const value of query.values) {
      const rows = series.fields && series.fields[value.name];
      if (rows && (rows[0].keys || typeof rows[0] === 'string')) {
        names(place, query, series, value, key);
      } else if (rows && rows[0].counts) {
        histogram(place, query, series, value, key);
      } else if (rows && rows[0].quantiles) {
        fan(place, query, series, value, key);
      } else if (rows && Array.isArray(rows[0].value)) {
        vector(place, query, series, value, key);
      } else {
        const canvas = frame(place, value.name + ', ' + key,
          value.name + ' of ' + key + ' by window, released with noise; the table below holds the same');
        draw(canvas, times(query, series), [{ name: value.name, values: series.values[value.name], color: '--a', ...band(query, series, value) }]);
        if (query.bands) {
          element(place, 'p', 'Noise belongs to the whole series: with a probability of 95 % the shaded band holds all of its steps at once. '
            + 'Dotted: as many standard deviations if each step had noise of its own that is added up.');
        }
        table(place, query, series, value);
      }
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
