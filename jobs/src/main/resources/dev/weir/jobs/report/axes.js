// Axes: dates below, round numbers at the side.

const MINUTE = 60000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY];
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];

/** The firsts of every so many months between two times. */
function firsts(from, to, months) {
  const times = [];
  const first = new Date(from);
  for (let month = Math.ceil(first.getUTCMonth() / months) * months; ; month += months) {
    const time = Date.UTC(first.getUTCFullYear(), month, 1);
    if (time > to) { return times; }
    if (time >= from) { times.push(time); }
  }
}

/** At most so many times, all round and not closer than windows are: the least that they are apart for that. One more rather than a single one. */
function tickTimes(from, to, most, closest) {
  const steps = STEPS.filter(candidate => candidate >= closest);
  const count = candidate => Math.floor(to / candidate) - Math.ceil(from / candidate) + 1;
  const fits = steps.findIndex(candidate => count(candidate) <= most);
  const step = fits > 0 && count(steps[fits]) < 2 ? steps[fits - 1] : steps[fits];
  let times = [];
  if (step) {
    for (let time = Math.ceil(from / step) * step; time <= to; time += step) { times.push(time); }
  } else {
    const months = MONTH_STEPS.find(candidate => firsts(from, to, candidate).length <= most) || 120;
    times = firsts(from, to, months);
  }
  return times.length > 0 ? times : [from];
}

/** What stands below each tick: the time of day with its date wherever the date changes, or the date with its year. */
function tickLabels(times) {
  const daily = times.every(time => time % DAY === 0);
  return times.map((time, i) => {
    const sets = i === 0 || (daily ? year(time) !== year(times[i - 1]) : date(time) !== date(times[i - 1]));
    return daily ? [date(time), sets ? String(year(time)) : ''] : [clock(time), sets ? date(time) : ''];
  });
}

function timeAxis(range, closest) {
  return {
    type: 'linear', min: range[0], max: range[1],
    afterBuildTicks: axis => {
      const times = tickTimes(axis.min, axis.max, Math.max(2, Math.floor(axis.width / 50)), closest);
      axis.ticks = times.map(time => ({ value: time }));
    },
    afterTickToLabelConversion: axis => {
      const labels = tickLabels(axis.ticks.map(tick => tick.value));
      axis.ticks.forEach((tick, i) => { tick.label = labels[i]; });
    },
    ticks: { color: color('--soft'), font: { size: 11 }, autoSkip: false, maxRotation: 0 },
    grid: { color: color('--rule') }
  };
}

/** The range of an axis, a little wider than what is drawn, and round numbers in it. */
function numberRange(low, high, most) {
  if (!finite(low) || !finite(high)) { return { low: 0, high: 1, ticks: [0, 1] }; }
  const span = high > low ? high - low : Math.abs(high) || 1;
  const range = { low: low - 0.04 * span, high: high + 0.04 * span, ticks: [] };
  const power = Math.pow(10, Math.floor(Math.log10(span / most)));
  const step = power * [1, 2, 5, 10].find(factor => factor * power * most >= span);
  for (let i = Math.ceil(range.low / step); i * step <= range.high; i++) { range.ticks.push(i * step + 0); }
  return range;
}

function numberAxis(scale, isSmall) {
  return {
    min: scale.low, max: scale.high,
    afterBuildTicks: axis => { axis.ticks = scale.ticks.map(value => ({ value: value })); },
    afterFit: axis => { axis.width = isSmall ? 38 : 52; },
    ticks: { color: color('--soft'), font: { size: 11 }, autoSkip: false, callback: value => compact.format(value) },
    grid: { color: context => color(context.tick && context.tick.value === 0 ? '--line' : '--rule') }
  };
}
