// Tells the frame what of a page cannot be read: texts beside the window, boxes that hide text, and what violates the guidelines.

addEventListener('load', async () => {
  const all = [...document.querySelectorAll('main *')].filter(box => !box.closest('svg'));
  const texts = all.flatMap(box => [...box.childNodes]).filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '').map(node => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  });
  const width = document.documentElement.clientWidth;
  const told = {
    texts: texts.length > 5, beside: texts.filter(box => box.left < 0 || box.right > width).length,
    cut: all.filter(box => getComputedStyle(box).overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1).length,
    wide: Math.max(0, document.documentElement.scrollWidth - width), errors: errors, loaded: performance.getEntriesByType('resource').length
  };
  const found = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] });
  told.violations = found.violations.map(one => one.id + ':' + one.nodes[0].target[0]).join(';') || 'none';
  parent.postMessage('[' + Object.entries(told).map(one => one.join('=')).join(' ') + ']', '*');
});
