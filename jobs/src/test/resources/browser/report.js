// Tells the frame what a report holds: as it is opened, after choices and keys, and with all that is folded opened.

const all = selector => [...document.querySelectorAll(selector)];
const charts = () => all('.plot svg');
const marks = (chart, selector) => [...chart.querySelectorAll(selector)];

/** A chart is inked if a line leads somewhere, or a point, bar or block has a size. */
const isInked = chart => marks(chart, 'path.line').some(path => path.getTotalLength() > 5)
  || marks(chart, 'circle').some(point => !point.closest('.cursor')) || marks(chart, 'rect.bar').some(bar => bar.getBBox().width >= 1);

/** The labels of the axis of time, those of one tick joined. */
const labels = chart => Object.values(marks(chart, 'text.time').reduce((ticks, text) => {
  const x = text.getAttribute('x');
  return { ...ticks, [' ' + x]: ((ticks[' ' + x] || '') + ' ' + text.textContent).trim() };
}, {}));
const isOverTime = chart => labels(chart).some(label => /\b\d+ [A-Z][a-z]{2}\b/.test(label));

/** Texts that reach out of their drawing, and labels of an axis that touch. */
const cutTexts = chart => {
  const frame = chart.getBoundingClientRect();
  return marks(chart, 'text').filter(text => {
    const box = text.getBoundingClientRect();
    return box.width > 0 && (box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.top < frame.top - 0.5 || box.bottom > frame.bottom + 0.5);
  }).map(text => text.textContent);
};
const touching = chart => {
  const boxes = marks(chart, 'text.time').map(text => text.getBoundingClientRect());
  return boxes.filter((box, i) => boxes.some((other, j) => j < i && Math.abs(box.top - other.top) < 3 && box.left < other.right && other.left < box.right)).length;
};

/** Boxes of text that are narrower than their content, and hide it. */
const cutBoxes = () => all('main *').filter(box => !box.closest('svg') && box.clientWidth > 0 && !box.matches('.scroll, pre, .multiples h4') && box.scrollWidth > box.clientWidth + 1);

const numbers = chart => marks(chart, 'text:not(.time):not(.name)').map(text => text.textContent).join();
const groups = () => Object.values(Object.groupBy(all('.plot[data-group]'), plot => plot.dataset.group));
const drawn = () => all('.plot svg path.line, .plot svg path.band, .plot svg rect.bar').map(made => made.outerHTML).join();
const wait = () => new Promise(done => setTimeout(done, 100));

function tell(when, told) {
  parent.postMessage('[' + when + ' ' + Object.entries(told).map(one => one.join('=')).join(' ') + ']', '*');
}

function look(when, more) {
  const over = charts().filter(isOverTime);
  tell(when, {
    charts: charts().length, inked: charts().filter(isInked).length, dated: over.length,
    repeated: over.filter(chart => new Set(labels(chart)).size < labels(chart).length).length,
    groups: groups().map(group => group.length).join('+'), scales: groups().filter(group => new Set(group.map(plot => numbers(plot))).size === 1).length,
    badges: all('.badge').length, sentences: all('#promise li').length, axis: labels(over[0]).join('|'), errors: errors,
    cut: charts().flatMap(cutTexts).concat(cutBoxes().map(box => box.tagName + '.' + box.className)).join('/') || 'none', touching: charts().reduce((sum, chart) => sum + touching(chart), 0),
    wide: Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth),
    loaded: performance.getEntriesByType('resource').length, ...more
  });
}

function choose(id, change) {
  const input = document.getElementById(id);
  change(input);
  input.dispatchEvent(new Event('change'));
}

/** Moves by an arrow key: how many charts follow, and whether what is said to listeners changes. */
function move() {
  const slider = document.querySelector('[role=slider]');
  const before = slider.getAttribute('aria-valuetext');
  for (const key of ['End', 'ArrowLeft']) { slider.dispatchEvent(new KeyboardEvent('keydown', { key: key, bubbles: true })); }
  return { followed: all('.cursor').filter(cursor => cursor.style.display !== 'none').length, said: slider.getAttribute('aria-valuetext') !== before };
}

/** Chooses everything once: another budget must move nothing, all others must draw anew. */
function chooseAll() {
  const first = drawn();
  choose('choose-other', input => { input.selectedIndex = 1; });
  const told = { widths: all('.widths').length, unmoved: drawn() === first };
  choose('choose-other', input => { input.selectedIndex = 0; });
  for (const id of ['stated', 'log', 'band']) {
    choose('choose-' + id, input => { input.checked = !input.checked; });
    told[id] = drawn() !== first;
    told['inked-' + id] = charts().filter(isInked).length === charts().length;
    choose('choose-' + id, input => { input.checked = !input.checked; });
  }
  return { ...told, again: drawn() === first };
}

/** What a click on a button saves. */
function saved(button) {
  let text;
  const kept = [Blob, URL.createObjectURL];
  Blob = function (parts) { text = parts.join(''); };
  URL.createObjectURL = () => 'data:,';
  button.click();
  [Blob, URL.createObjectURL] = kept;
  return text;
}

function saveAll() {
  const svgs = all('.actions button').filter(button => button.textContent === 'SVG').map(saved);
  const readable = svgs.filter(text => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror') === null);
  return { csv: saved(document.getElementById('download')).trim().split('\r\n').length, svgs: svgs.length - readable.length, saves: svgs.length };
}

/** What axes of large charts are of, and the names of their lines. */
const words = selector => all('figure.large ' + selector).map(text => text.firstChild.textContent).join('|');

/** What violates the guidelines; a page with very many elements is looked at only as it is opened, because each element takes milliseconds. */
async function audit(when) {
  if (all('main *').length > 3000) { return; }
  const found = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] });
  tell('axe-' + when, { passes: found.passes.length > 10, violations: found.violations.map(one => one.id + ':' + one.nodes.length + ':' + one.nodes[0].target[0]).join(';') || 'none' });
}

addEventListener('load', async () => {
  look('shut', {});
  tell('words', { units: words('.unit'), names: words('text.name') });
  await audit('shut');
  tell('chosen', { ...chooseAll(), ...move() });
  for (let round = 0; round < 4; round++) {
    all('details').forEach(details => { details.open = true; });
    await wait();
  }
  look('open', saveAll());
  tell('kinds', { fits: all('path.fit').length, chosen: all('path.fit.chosen').length, changes: all('svg .change').length, partial: all('svg .partial').length,
    sums: all('.tree .sum').map(row => row.textContent.replaceAll(' ', '_')).join('|'), rows: all('.tree .number').map(row => row.textContent.split(' ')[0]).join('|'),
    times: charts().map(labels).filter(one => one.length > 0).map(one => one.join('|')).pop() });
  await audit('open');
});
