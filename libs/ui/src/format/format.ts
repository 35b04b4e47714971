const locale = (): string => (typeof navigator === 'undefined' ? 'en' : navigator.language || 'en');

/** 1234567 -> "1,234,567" (by the reader's locale). */
export function formatNumber(value: number, language: string = locale()): string {
  return new Intl.NumberFormat(language).format(value);
}

const sizeUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Bytes in binary units, three significant figures at most: 1536 -> "1.5 KiB". */
export function formatBytes(bytes: number, language: string = locale()): string {
  if (!Number.isFinite(bytes) || bytes < 0) return '–';
  let unit = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), sizeUnits.length - 1);
  if (unit < sizeUnits.length - 1 && Math.round(bytes / 1024 ** unit) >= 1024) unit += 1;
  const value = bytes / 1024 ** unit;
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${sizeUnits[unit]}`;
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/**
 * "3 hours ago", "in 2 days", "just now" for less than a minute ago. Days are counted in the reader's calendar, so "tomorrow" is
 * never the day after.
 */
export function formatRelative(date: Date, now: Date = new Date(), language: string = locale()): string {
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  // Clocks of two machines differ by a little.
  if (!step) return seconds > 5 ? 'in less than a minute' : 'just now';
  const [unit, size] = step;
  if (unit === 'day')
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(dayOf(date) - dayOf(now), unit);
  return new Intl.RelativeTimeFormat(language).format(Math.trunc(seconds / size), unit);
}

/** Number of the day in the reader's calendar. */
function dayOf(date: Date): number {
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
}

/** The exact local time with its zone named: "22 Nov 2026, 11:48:41 UTC" in the reader's own order. */
export function formatExact(date: Date, language: string = locale(), timeZone?: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(date);
}

/** "12 Nov 2026" */
export function formatDay(date: Date, language: string = locale()): string {
  return new Intl.DateTimeFormat(language, { year: 'numeric', month: 'short', day: 'numeric' }).format(date);
}

/** Milliseconds with tenths of a second below ten seconds, where they matter: 1234 -> "1.2 s", 95000 -> "1 min 35 s". */
export function formatMilliseconds(milliseconds: number, language: string = locale()): string {
  const seconds = milliseconds / 1000;
  if (seconds >= 10) return formatDuration(seconds);
  if (milliseconds > 0 && milliseconds < 100) return `under ${formatNumber(0.1, language)} s`;
  return `${formatNumber(Math.round(seconds * 10) / 10, language)} s`;
}

/** Seconds as a person would say them: 8 -> "8 s", 95 -> "1 min 35 s", 900 -> "15 min", 7300 -> "2 h 1 min". */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`;
}
