// What the reader chooses: bands, stated deviations, a logarithm, the order of keys, and a budget to compare the noise with.

function bindChoice(id, name, read) {
  const input = document.getElementById(id);
  input.addEventListener('change', () => { choice[name] = read(input); render(); });
  return input;
}

function bindChoices() {
  for (const name of ['band', 'stated', 'log']) { bindChoice('choose-' + name, name, input => input.checked).checked = choice[name]; }
  bindChoice('choose-order', 'order', input => input.value).value = choice.order;
  const other = bindChoice('choose-other', 'other', input => input.value);
  for (const width of data.widths) { element(other, 'option', width.name).value = width.name; }
  other.value = '';
}
