import { dateTimeOfMicroseconds, microsecondsOfDateTime, writeLocalDateTime } from './calendar.ts';
import { memoize } from '../memoize.ts';
import type { Instant, LocalDateTime } from './types.ts';

interface Zone {
  format: Intl.DateTimeFormat;
  /** Offsets in minutes by quarter of an hour: since 1972 every zone changes at one. */
  offsets: Map<number, number>;
}

const MS_PER_QUARTER = 900_000;
const MS_OF_1972 = 63_072_000_000;
const MAX_OFFSETS = 20_000;
const DAY = 86_400_000;

/** The moment of a JavaScript date. */
export function instantOfDate(date: Date): Instant {
  return { type: 'instant', microseconds: BigInt(date.getTime()) * 1000n };
}

/** Milliseconds since 1970-01-01T00:00:00Z, rounded down. */
export function millisecondsOfInstant({ microseconds }: Instant): number {
  const ms = microseconds / 1000n;
  return Number(microseconds % 1000n < 0n ? ms - 1n : ms);
}

/** What a clock in the zone shows at the moment. @throws {RangeError} for a zone that does not exist. */
export function localTimeOfInstant(instant: Instant, timeZone: string): LocalDateTime {
  const offset = zoneOffset(millisecondsOfInstant(instant), timeZone);
  return dateTimeOfMicroseconds(instant.microseconds + BigInt(offset) * 1000n);
}

/**
 * The moment at which a clock in the zone shows the local time: the first of two where the clock is turned back; where it is turned
 * forward, the time moves on by the gap (02:30 is 03:30).
 */
export function instantOfLocalTime(local: LocalDateTime, timeZone: string): Instant {
  const microseconds = microsecondsOfDateTime(local);
  const utc = Number(microseconds / 1000n);
  const before = zoneOffset(utc - DAY, timeZone);
  const after = zoneOffset(utc + DAY, timeZone);
  const isValid = (offset: number): boolean => zoneOffset(utc - offset, timeZone) === offset;
  const offset = isValid(before) || !isValid(after) ? before : after;
  return { type: 'instant', microseconds: microseconds - BigInt(offset) * 1000n };
}

/** The moment as text in UTC: `2024-04-16T06:00:00Z`. */
export function writeInstant(instant: Instant): string {
  return `${writeLocalDateTime(dateTimeOfMicroseconds(instant.microseconds))}Z`;
}

/** Milliseconds that clocks in the zone are ahead of UTC. */
export function zoneOffset(ms: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const zone = openZone(timeZone);
  if (ms < MS_OF_1972) return measureOffset(ms, zone);
  const quarter = Math.floor(ms / MS_PER_QUARTER);
  const known = zone.offsets.get(quarter);
  if (known !== undefined) return known;
  const offset = measureOffset(ms, zone);
  if (zone.offsets.size >= MAX_OFFSETS) zone.offsets.clear();
  zone.offsets.set(quarter, offset);
  return offset;
}

const openZone = memoize(500, (timeZone): Zone => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return { format, offsets: new Map() };
});

function measureOffset(ms: number, { format }: Zone): number {
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const year = parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
  local.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']));
  return local.getTime() - Math.floor(ms / 1000) * 1000;
}
