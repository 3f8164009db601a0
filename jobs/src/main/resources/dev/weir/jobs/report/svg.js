// Drawings: marks with attributes, and text that is measured before it is written.

const SVG = 'http://www.w3.org/2000/svg';
const pen = document.createElement('canvas').getContext('2d');
const FAMILY = 'system-ui, sans-serif';

/** Adds a mark to a drawing. */
function mark(parent, tag, attributes, text) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) { made.setAttribute(name, value); }
  if (text !== undefined) { made.textContent = text; }
  parent.appendChild(made);
  return made;
}

const round = number => Math.round(number * 10) / 10;

/** How wide a text is, with a little to spare: fonts of other systems are wider. */
function textWidth(text, size, isBold) {
  pen.font = (isBold ? '600 ' : '') + size + 'px ' + FAMILY;
  return 1.06 * pen.measureText(text).width + 1;
}

/** A text that is no wider than so many pixels; what is left out is shown by an ellipsis, and the whole is in the mark's title. */
function fitted(text, size, most, isBold) {
  if (textWidth(text, size, isBold) <= most) { return text; }
  let kept = text.length;
  while (kept > 1 && textWidth(text.slice(0, kept) + '\u2026', size, isBold) > most) { kept--; }
  return text.slice(0, kept) + '\u2026';
}

/** Writes a text that stays within the drawing's sides. */
function write(parent, text, at) {
  const size = at.size || 11;
  const shown = fitted(text, size, at.most || Infinity, at.style === 'name');
  const made = mark(parent, 'text', { x: round(at.x), y: round(at.y), 'font-size': size, 'text-anchor': at.anchor || 'start', class: at.style || 'soft' }, shown);
  if (at.color) { made.style.fill = at.color; }
  if (shown !== text) { mark(made, 'title', {}, text); }
  return made;
}

/** An empty drawing of a place's width, with words for those who do not see it. */
function drawing(place, height, says) {
  const width = Math.max(120, Math.floor(place.clientWidth));
  return { width: width, height: height, svg: mark(place, 'svg', { width: width, height: height, viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': says, 'font-family': FAMILY }) };
}
