import { Temporal } from 'temporal-polyfill';

/**
 * A wall time as a number: milliseconds since 1970 as if the clock on the wall were UTC's. Rules are about wall
 * times; this file alone turns them into instants (milliseconds since 1970, UTC) and back.
 */
export type WallTime = number;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A stretch of time without a change of the clock: it shows `instant + offset` until `end`. */
export interface ClockPeriod {
  offset: number;
  /** The instant of the next change, or Infinity. */
  end: number;
}

export function clockPeriodAt(instant: number, timeZone: string): ClockPeriod {
  const local = zonedAt(instant, timeZone);
  return {
    offset: local.offsetNanoseconds / 1_000_000,
    end: local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
  };
}

/**
 * When the clock first shows a wall time or passes it. In an overlap that is the first pass; in a gap it is the
 * first instant after the gap, also where that is another day, as with a day that a zone skipped.
 */
export function firstInstantAt(wall: WallTime, timeZone: string): number {
  const local = toPlain(wall).toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (wallTimeOf(local) === wall) return local.epochMilliseconds;
  // In a gap "earlier" is an instant before it, and the gap is the next change.
  return local.getTimeZoneTransition('next')!.epochMilliseconds;
}

/** Which of two passes an instant belongs to, or null where its wall time comes once. */
export function passOf(instant: number, timeZone: string): 'first' | 'second' | null {
  const plain = zonedAt(instant, timeZone).toPlainDateTime();
  const first = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' }).epochMilliseconds;
  const second = plain.toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds;
  if (first === second) return null;
  return instant === first ? 'first' : 'second';
}

export function wallTimeAt(instant: number, timeZone: string): WallTime {
  return wallTimeOf(zonedAt(instant, timeZone));
}

/** `2026-03-29T02:30:00` as a number. @throws {RangeError} for dates and times that do not exist. */
export function parseWallTime(text: string): WallTime {
  return toWallTime(Temporal.PlainDateTime.from(text));
}

export function toWallTime(plain: Temporal.PlainDateTime): WallTime {
  return plain.toZonedDateTime('UTC').epochMilliseconds;
}

export function toPlain(wall: WallTime): Temporal.PlainDateTime {
  return zonedAt(wall, 'UTC').toPlainDateTime();
}

function wallTimeOf(local: Temporal.ZonedDateTime): WallTime {
  return local.epochMilliseconds + local.offsetNanoseconds / 1_000_000;
}

function zonedAt(instant: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
}
