import type { ScheduleRule } from './rule.ts';
import { clockPeriodAt, firstInstantAt, MINUTE, parseWallTime } from './wall-clock.ts';
import type { WallTime } from './wall-clock.ts';
import { wallTimesOf } from './wall-times.ts';
import type { WallTimes } from './wall-times.ts';

export interface NextRunRequest {
  rule: ScheduleRule;
  timeZone: string;
  after: Date;
  /** The slot claimed last: `repeat_minutes` counts from it, and no slot up to it comes again. */
  lastSlot?: Date | null;
}

export interface Run {
  at: Date;
  /** The wall time that the rule names; at a run that a gap moved, another one than the clock shows. */
  wall?: WallTime;
}

/** The first run after an instant, or null where the rule has no more. Pages and the scheduler both ask here. */
export function nextRun(request: NextRunRequest): Date | null {
  return nextRuns(request, 1)[0] ?? null;
}

export function nextRuns(request: NextRunRequest, count: number): Date[] {
  const dates: Date[] = [];
  for (const { at } of runsAfter(request)) {
    dates.push(at);
    if (dates.length === count) break;
  }
  return dates;
}

/** All runs after an instant, in order, none twice. Most rules never end, so take what you need. */
export function* runsAfter({ rule, timeZone, after, lastSlot }: NextRunRequest): Generator<Run, void, void> {
  const from = Math.max(after.getTime(), lastSlot?.getTime() ?? -Infinity);
  if (rule.mode === 'once') {
    const run = onlyRun(rule.at, timeZone);
    if (run.at.getTime() > from) yield run;
    return;
  }
  if (rule.mode === 'repeat_minutes') {
    yield* repeatedRuns(rule.minutes * MINUTE, from, lastSlot?.getTime());
    return;
  }
  const wallTimes = wallTimesOf(rule);
  yield* wallTimes.interval ? intervalRuns(wallTimes, timeZone, from) : fixedRuns(wallTimes, timeZone, from);
}

function onlyRun(at: string, timeZone: string): Run {
  if (at.endsWith('Z')) return { at: new Date(at) };
  const wall = parseWallTime(at);
  return { at: new Date(firstInstantAt(wall, timeZone)), wall };
}

/** Without a last slot the interval begins at the full minute. */
function* repeatedRuns(step: number, from: number, lastSlot?: number): Generator<Run, void, void> {
  const origin = lastSlot ?? Math.floor(from / MINUTE) * MINUTE;
  const passed = Math.floor((from - origin) / step);
  for (let count = passed + 1; ; count += 1) yield { at: new Date(origin + count * step) };
}

/** Each wall time once, when the clock first shows or passes it; several that one gap moved are one run. */
function* fixedRuns({ after }: WallTimes, timeZone: string, from: number): Generator<Run, void, void> {
  let last = from;
  let wall = after(from + clockPeriodAt(from, timeZone).offset);
  for (; wall !== null; wall = after(wall)) {
    const at = firstInstantAt(wall, timeZone);
    // In the second pass of an overlap, wall times still to come have run in the first.
    if (at <= last) continue;
    last = at;
    yield { at: new Date(at), wall };
  }
}

/** Whenever the clock shows one of the wall times: period by period, so both passes of an overlap. */
function* intervalRuns({ after }: WallTimes, timeZone: string, from: number): Generator<Run, void, void> {
  let start = from + 1;
  let wall: WallTime | null = null;
  do {
    const { offset, end } = clockPeriodAt(start, timeZone);
    wall = after(start + offset - 1);
    for (; wall !== null && wall - offset < end; wall = after(wall))
      yield { at: new Date(wall - offset), wall };
    start = end;
  } while (wall !== null);
}
