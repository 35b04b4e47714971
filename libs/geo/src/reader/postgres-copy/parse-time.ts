/** 2000-01-01 in milliseconds since 1970: where PostgreSQL counts from. */
const EPOCH_MS = 946_684_800_000;
const DAY_MS = 86_400_000;

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/;
const MOMENT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)? ?(?:[Zz]|([+-])(\d\d):?(\d\d)?)?$/;

/** Days since 2000-01-01 of a text such as `2021-03-16`; null when it is no date of the calendar. */
export function parseDate(text: string): number | null {
  const parts = DATE.exec(text);
  const ms = parts ? midnight(Number(parts[1]), Number(parts[2]), Number(parts[3])) : null;
  return ms === null ? null : (ms - EPOCH_MS) / DAY_MS;
}

/**
 * Microseconds since 2000-01-01 in UTC of a text such as `2021-03-16T12:00:00.123456Z`; null when it is no moment. Without a zone it is UTC,
 * as GeoPackage has it; some writers leave out the zone, the seconds or the time of the day.
 */
export function parseMoment(text: string): number | bigint | null {
  return parseStandard(text) ?? parseAny(text);
}

/** The form that the standard requires, `2021-03-16T12:00:00.000Z`, with or without the fraction; null for any other. */
function parseStandard(text: string): number | null {
  const { length } = text;
  if (length !== 20 && length !== 24) return null;
  for (const [at, code] of SIGNS) if (text.charCodeAt(at) !== code) return null;
  if (text.charCodeAt(length - 1) !== UPPER_Z || (length === 24 && text.charCodeAt(19) !== DOT)) return null;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  const ms = length === 24 ? digits(text, 20, 23) : 0;
  const start = midnight(year, month, day);
  if (start === null || !(hour < 24 && minute < 60 && second < 60)) return null;
  const total = (start - EPOCH_MS + ((hour * 60 + minute) * 60 + second) * 1000 + ms) * 1000;
  return Number.isSafeInteger(total) ? total : null;
}

const DASH = 45;
const DOT = 46;
const COLON = 58;
const UPPER_T = 84;
const UPPER_Z = 90;
const SIGNS = [
  [4, DASH],
  [7, DASH],
  [10, UPPER_T],
  [13, COLON],
  [16, COLON],
] as const;

/** NaN when one of the characters is no digit. */
function digits(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return NaN;
    value = value * 10 + digit;
  }
  return value;
}

function parseAny(text: string): number | bigint | null {
  const parts = MOMENT.exec(text);
  if (!parts) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', sign, ...offset] = parts;
  const start = midnight(Number(year), Number(month), Number(day));
  if (start === null || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const [offsetHours = 0, offsetMinutes = 0] = offset.map((part) => Number(part ?? 0));
  if (offsetHours > 15 || offsetMinutes > 59) return null;
  const zone = (offsetHours * 60 + offsetMinutes) * (sign === '-' ? -60 : 60);
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second) - zone;
  const ms = start - EPOCH_MS + seconds * 1000;
  const micros = fraction === '' ? 0 : Number(fraction.slice(0, 6).padEnd(6, '0'));
  const total = ms * 1000 + micros;
  return Number.isSafeInteger(total) ? total : BigInt(ms) * 1000n + BigInt(micros);
}

/** Milliseconds since 1970; null for a day that the month does not have. */
function midnight(year: number, month: number, day: number): number | null {
  if (!(year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
  // Date.UTC takes years below 100 for those of the 20th century.
  const ms = year < 100 ? new Date(0).setUTCFullYear(year, month - 1, day) : Date.UTC(year, month - 1, day);
  return day <= 28 || new Date(ms).getUTCDate() === day ? ms : null;
}
