/**
 * Slots of rules by a walk over every minute of some years, by `Intl.DateTimeFormat` and integers alone: it shares
 * no code and no library with what it checks.
 */

const MINUTE = 60_000;
const HALF_DAY = 720 * MINUTE;
const MINUTES_A_DAY = 1440;

/** A change of a zone's clock, or the begin of the walk. */
export interface OffsetChange {
  at: number;
  /** Minutes that the clock is ahead of UTC from then on. */
  offset: number;
}

export interface WallDay {
  year: number;
  /** From 1. */
  month: number;
  day: number;
  daysInMonth: number;
  /** From Sunday, which is 0. */
  weekday: number;
}

/** A rule in words that the walk can check: which days, and which minutes of them. */
export interface WalkedRule {
  /** `fixed`: once each, whatever the clock does. `interval`: whenever the clock shows it. */
  kind: 'fixed' | 'interval';
  onDay: (day: WallDay) => boolean;
  atMinute: (hour: number, minute: number) => boolean;
}

/** Offsets of a zone between two instants, read every half day and narrowed down to the second. */
export function readOffsets(timeZone: string, from: number, to: number): OffsetChange[] {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsetAt = (instant: number): number => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?$/.exec(format.format(instant)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  };
  const changes = [{ at: from, offset: offsetAt(from) }];
  for (let start = from; start < to; start += HALF_DAY) {
    const { offset } = changes[changes.length - 1]!;
    if (offsetAt(start + HALF_DAY) === offset) continue;
    let before = start;
    let after = start + HALF_DAY;
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000;
      if (offsetAt(middle) === offset) before = middle;
      else after = middle;
    }
    changes.push({ at: after, offset: offsetAt(after) });
  }
  return changes.filter(({ at }) => at < to);
}

/**
 * All slots of a rule. A fixed wall time that the clock leaves out runs when the clock goes on after it, and one that
 * it shows twice runs the first time; so each runs when the clock shows more than ever before.
 */
export function walkMinutes(rule: WalkedRule, offsets: OffsetChange[], to: number): number[] {
  const minutes = Uint8Array.from({ length: MINUTES_A_DAY }, (_, minute) =>
    Number(rule.atMinute(Math.floor(minute / 60), minute % 60)),
  );
  const days = new Map<number, boolean>();
  const isMatch = (wall: number): boolean => {
    if (minutes[wall % MINUTES_A_DAY] === 0) return false;
    const day = Math.floor(wall / MINUTES_A_DAY);
    if (!days.has(day)) days.set(day, rule.onDay(wallDay(day)));
    return days.get(day)!;
  };
  const slots: number[] = [];
  const start = offsets[0]!;
  let highest = start.at / MINUTE + start.offset - 1;
  for (const [index, { at, offset }] of offsets.entries()) {
    const end = (offsets[index + 1]?.at ?? to) / MINUTE;
    for (let minute = at / MINUTE; minute < end; minute += 1) {
      const wall = minute + offset;
      let due = rule.kind === 'interval' && isMatch(wall);
      if (rule.kind === 'fixed')
        for (let passed = highest + 1; passed <= wall; passed += 1) due = isMatch(passed) || due;
      if (wall > highest) highest = wall;
      if (due) slots.push(minute * MINUTE);
    }
  }
  return slots;
}

function wallDay(day: number): WallDay {
  const date = new Date(day * HALF_DAY * 2);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  return {
    ...{ year, month, day: date.getUTCDate(), weekday: date.getUTCDay() },
    daysInMonth: new Date(Date.UTC(year, month, 0)).getUTCDate(),
  };
}
