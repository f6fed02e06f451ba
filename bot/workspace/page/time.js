// Slack's times: a message ts is "seconds.micros" in a string, unique in its channel.

const day = 86400e3;

// when returns the Date of a ts, or of whole seconds.
export const when = (ts) => new Date(Math.floor(Number(ts)) * 1000);

// clock is "10:31 AM".
export const clock = (ts, zone) => format(ts, { hour: 'numeric', minute: '2-digit' }, zone);

// stamp is the long form shown on hover: "Monday, April 13, 2026 at 10:31:07 AM".
export const stamp = (ts, zone) => format(ts, { dateStyle: 'full', timeStyle: 'medium' }, zone);

// dayName is "Today", "Yesterday" or "Monday, April 13", with the year where it is another one.
export function dayName(ts, now = new Date(), zone) {
  const near = { [dayKey(now / 1000, zone)]: 'Today', [dayKey((now - day) / 1000, zone)]: 'Yesterday' };
  const name = near[dayKey(ts, zone)];
  if (name) return name;
  const other = when(ts).getFullYear() !== now.getFullYear();
  return format(ts, { weekday: 'long', month: 'long', day: 'numeric', year: other ? 'numeric' : undefined }, zone);
}

// dayKey is equal for two ts of one day, and sorts: "2026-04-13".
export function dayKey(ts, zone) {
  return format(ts, { dateStyle: 'short' }, zone, 'sv-SE');
}

const formats = new Map(); // making one takes far longer than using it

function format(ts, how, zone, locale = 'en-US') {
  const key = JSON.stringify([locale, zone, how]);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale, { ...how, timeZone: zone }));
  return formats.get(key).format(when(ts));
}

const parts = {
  date_num: (ts, zone) => dayKey(ts, zone),
  date_slash: (ts, zone) => format(ts, { year: 'numeric', month: '2-digit', day: '2-digit' }, zone),
  date: (ts, zone) => format(ts, { dateStyle: 'long' }, zone),
  date_short: (ts, zone) => format(ts, { dateStyle: 'medium' }, zone),
  date_long: (ts, zone) => format(ts, { dateStyle: 'full' }, zone),
  time: (ts, zone) => clock(ts, zone),
  time_secs: (ts, zone) => format(ts, { timeStyle: 'medium' }, zone),
  ago: (ts, zone, now) => ago(now - when(ts)),
};
for (const name of ['date', 'date_short', 'date_long']) {
  parts[`${name}_pretty`] = (ts, zone, now) => {
    const near = dayName(ts, now, zone);
    return near === 'Today' || near === 'Yesterday' ? near.toLowerCase() : parts[name](ts, zone);
  };
}

// dateText fills the {date}-like places of a <!date^…> token. An unknown place
// or a time that is none gives fallback.
export function dateText(ts, form, fallback, now = new Date(), zone) {
  if (!/^\d{1,12}(\.\d+)?$/.test(ts)) return fallback;
  let known = true;
  const text = form.replace(/\{(\w+)\}/g, (whole, name) => {
    if (!Object.hasOwn(parts, name)) known = false;
    return known ? parts[name](ts, zone, now) : whole;
  });
  return known ? text : fallback;
}

function ago(ms) {
  const steps = [[day, 'day'], [3600e3, 'hour'], [60e3, 'minute']];
  const [size, unit] = steps.find(([s]) => Math.abs(ms) >= s) ?? [];
  if (!size) return 'just now';
  const n = Math.round(Math.abs(ms) / size);
  return `${n} ${unit}${n === 1 ? '' : 's'} ${ms < 0 ? 'from now' : 'ago'}`;
}
