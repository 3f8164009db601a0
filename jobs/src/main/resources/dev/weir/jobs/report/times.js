// Times as clocks show them in the zone of a query: UTC, or that of its calendar.

const HOUR = 3600000;
const DAY = 24 * HOUR;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const zoneOf = query => query.zone || 'UTC';

/** What a clock of the zone shows, as if it were UTC. The page holds from when on clocks are how many milliseconds ahead. */
function local(query, time) {
  const rules = (query.clocks || []).filter(rule => rule.from <= time);
  return time + (rules.length > 0 ? rules[rules.length - 1].ahead : 0);
}

/** The instant at which a clock of the zone first shows a time. */
function instant(query, shown) {
  const rules = query.clocks || [];
  for (let i = 0; i < rules.length; i++) {
    const time = shown - rules[i].ahead;
    if (i + 1 === rules.length || time < rules[i + 1].from) { return Math.max(time, i === 0 ? time : rules[i].from); }
  }
  return shown;
}

/** When clocks are changed within a query's windows. */
const clockChanges = query => (query.clocks || []).slice(1).map(rule => rule.from);

const two = number => String(number).padStart(2, '0');
const clock = shown => two(new Date(shown).getUTCHours()) + ':' + two(new Date(shown).getUTCMinutes());
const date = shown => new Date(shown).getUTCDate() + ' ' + MONTHS[new Date(shown).getUTCMonth()];
const year = shown => new Date(shown).getUTCFullYear();
const isMidnight = shown => shown % DAY === 0;
const moment = (query, time) => {
  const shown = local(query, time);
  return date(shown) + ' ' + year(shown) + (query.isDaily ? '' : ' ' + clock(shown));
};

/** A window in words: its first day if it is of whole days, else its times. */
function windowWords(query, window) {
  const from = local(query, window.start);
  const to = local(query, window.end);
  if (isMidnight(from) && isMidnight(to)) {
    const last = to - DAY;
    return date(from) + (last > from ? ' to ' + date(last) : '') + ' ' + year(last);
  }
  const same = date(from) === date(to - 1);
  return date(from) + ' ' + clock(from) + ' to ' + (same ? '' : date(to) + ' ') + (same && isMidnight(to) ? '24:00' : clock(to)) + ' ' + zoneOf(query);
}

/** At most so many times of ticks, round on the clocks of the zone and no closer than windows are. */
function tickTimes(query, from, to, most) {
  const [first, last] = [local(query, from), local(query, to)];
  for (let count = most; count > 0; count--) {
    const ticks = d3.utcTicks(new Date(first), new Date(last), count).map(Number);
    const gap = extent(ticks.slice(1).map((tick, i) => tick - ticks[i]))[0];
    if (ticks.length > 0 && ticks.length <= most && (gap >= Math.min(query.step, DAY) || ticks.length === 1)) { return ticks; }
  }
  return [first];
}

/** What stands below each tick: the time of day with its date wherever the date changes, or the date with its year. */
function tickLabels(ticks) {
  const daily = ticks.every(isMidnight);
  return ticks.map((shown, i) => {
    const sets = i === 0 || (daily ? year(shown) !== year(ticks[i - 1]) : date(shown) !== date(ticks[i - 1]));
    return daily ? [date(shown), sets ? String(year(shown)) : ''] : [clock(shown), sets ? date(shown) : ''];
  });
}
