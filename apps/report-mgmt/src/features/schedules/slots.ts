import { runsAfter } from './next-run.ts';
import type { NextRunRequest } from './next-run.ts';

export interface DueRequest extends Pick<NextRunRequest, 'rule' | 'timeZone'> {
  /** The slot that the schedule waits for. */
  nextRunAt: Date;
  now: Date;
  /** How late a slot may still run. */
  graceSeconds: number;
}

export interface DueSlots {
  /** The slot to run now. */
  claimed: Date | null;
  /** Slots that passed and never run. After MAX_COUNTED_SLOTS `count` is the least that it can be. */
  missed: { count: number; first: Date; last: Date } | null;
  /** The slot to wait for, or null where the rule has no more. */
  next: Date | null;
}

/** A rule of every minute reaches it after a week. Counting all of a year would hold up the tick for seconds. */
export const MAX_COUNTED_SLOTS = 10_000;

/**
 * What a tick does with the slots that have passed: the latest runs if it is late by the grace time at most, and all
 * others are missed. So an outage leaves no backlog.
 */
export function resolveDueSlots(request: DueRequest): DueSlots {
  const { now, graceSeconds } = request;
  const passed: Date[] = [];
  let next: Date | null = null;
  for (const slot of slotsFrom(request)) {
    if (slot > now) {
      next = slot;
      break;
    }
    passed.push(slot);
  }
  const latest = passed.at(-1);
  const runs = latest !== undefined && now.getTime() - latest.getTime() <= graceSeconds * 1000;
  const missed = runs ? passed.slice(0, -1) : passed;
  return {
    claimed: runs ? latest : null,
    missed:
      missed.length > 0
        ? { count: missed.length, first: missed[0]!, last: missed[missed.length - 1]! }
        : null,
    next,
  };
}

/** The awaited slot and all after it; past MAX_COUNTED_SLOTS only those that the grace time lets run. */
function* slotsFrom(request: DueRequest): Generator<Date, void, void> {
  const { rule, timeZone, nextRunAt, now, graceSeconds } = request;
  const schedule = { rule, timeZone, lastSlot: nextRunAt };
  yield nextRunAt;
  let last = nextRunAt;
  let counted = 1;
  for (const { at } of runsAfter({ ...schedule, after: nextRunAt })) {
    if (counted === MAX_COUNTED_SLOTS) break;
    yield at;
    last = at;
    counted += 1;
  }
  const graceStart = now.getTime() - graceSeconds * 1000 - 1;
  const after = new Date(Math.max(last.getTime(), graceStart));
  for (const { at } of runsAfter({ ...schedule, after })) yield at;
}
