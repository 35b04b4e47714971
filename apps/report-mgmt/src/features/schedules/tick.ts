import type { Jobs } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { enqueueExecutions } from '../executions/enqueue.ts';
import { deletePassedSlots, insertPassedSlots } from '../executions/insert-repo.ts';
import { missedSlots, newExecution, skippedSlot } from './executions.ts';
import { nextRun } from './next-run.ts';
import type { ScheduleRule } from './rule.ts';
import { resolveDueSlots } from './slots.ts';
import type { DueSlots } from './slots.ts';
import { isAnyDue, lockDue, lockWrongTimes, moveOn } from './tick-repo.ts';
import type { NextSlot } from './tick-repo.ts';
import type { ListedSchedule } from './types.ts';
import { MINUTE } from './wall-clock.ts';

/** Schedules of one transaction: short, so that another worker gets its share and a killed one loses little. */
const BATCH = 250;

export interface TickDeps {
  db: Db;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch'>;
  logger: Logger;
  now: () => Date;
}

type SlotResolver = (schedule: ListedSchedule) => DueSlots;

interface BatchRequest {
  /** The time of the tick. */
  at: Date;
  resolveSlots: SlotResolver;
}

/**
 * Claims the slots that have come; see docs/design/report-mgmt.md. Any number of processes may tick at the same time. Returns how many
 * schedules were due.
 */
export function createTick(deps: TickDeps): () => Promise<number> {
  let last: Date | null = null;

  return async function tick() {
    const at = deps.now();
    // Once in a process, as workers with different tz databases would else rewrite each other's times for ever, and when the clock was
    // set back.
    if (last === null || at < last) await repeatBatches(() => correctTimes(deps, at));
    last = at;
    if (!(await isAnyDue(deps.db, at))) return 0;
    const resolveSlots = createSlotResolver(at, deps.logger);
    return repeatBatches(() => claimBatch(deps, { at, resolveSlots }));
  };
}

async function repeatBatches(runBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let count = BATCH; count === BATCH; total += count) count = await runBatch();
  return total;
}

async function claimBatch({ db, jobs }: TickDeps, { at, resolveSlots }: BatchRequest): Promise<number> {
  const count = await db.transaction().execute(async (trx) => {
    const due = await lockDue(trx, at, BATCH);
    if (due.length === 0) return 0;
    const plans = due.map((schedule) => ({ schedule, slots: resolveSlots(schedule) }));
    const claims = plans.flatMap(({ schedule, slots: { claimed } }) =>
      claimed ? [{ schedule, slot: claimed }] : [],
    );
    const skipped = claims.filter(({ schedule }) => schedule.isRunning);
    const free = claims.filter(({ schedule }) => !schedule.isRunning);
    await enqueueExecutions(
      { jobs },
      trx,
      free.map(({ schedule, slot }) => newExecution(schedule, { trigger: 'schedule', slot })),
    );
    await insertPassedSlots(trx, [
      ...plans.flatMap(({ schedule, slots: { missed } }) => (missed ? [missedSlots(schedule, missed)] : [])),
      ...skipped.map(({ schedule, slot }) => skippedSlot(schedule, slot)),
    ]);
    await moveOn(trx, plans.map(toNextSlot));
    return due.length;
  });
  if (count > 0) await jobs.dispatch();
  return count;
}

/** What is to be done about the slots of a schedule. Many schedules have the same rule, whose slots are computed once in a tick. */
function createSlotResolver(now: Date, logger: Logger): SlotResolver {
  const resolved = new Map<string, DueSlots>();
  return ({ id, rule, timeZone, nextRunAt, graceSeconds }) => {
    const request = { rule, timeZone, nextRunAt: nextRunAt!, graceSeconds };
    const key = JSON.stringify(request);
    const known = resolved.get(key);
    if (known) return known;
    try {
      const slots = resolveDueSlots({ ...request, now });
      resolved.set(key, slots);
      return slots;
    } catch (err) {
      // One that cannot be computed must not hold up all others.
      logger.error({ err, schedule: id }, 'next run not computed, schedule stopped');
      return { claimed: null, missed: null, next: null };
    }
  };
}

function toNextSlot({
  schedule,
  slots: { claimed, missed, next },
}: {
  schedule: ListedSchedule;
  slots: DueSlots;
}): NextSlot {
  return {
    id: schedule.id,
    nextRunAt: next,
    lastSlot: claimed ?? missed?.last ?? schedule.lastSlot,
    // Nothing is left for it to do.
    enabled: next !== null,
  };
}

/**
 * Computes again, from now, the next runs that another tz database gave, and those of slots that a clock which was ahead claimed or
 * missed. Those that are due are claimed as they are.
 */
async function correctTimes({ db }: TickDeps, at: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const schedules = await lockWrongTimes(trx, at, BATCH);
    const ahead = schedules.filter(({ lastSlot }) => lastSlot !== null && lastSlot > at);
    await deletePassedSlots(
      trx,
      ahead.map(({ id }) => id),
      at,
    );
    await moveOn(
      trx,
      schedules.map((schedule) => correctTime(schedule, at)),
    );
    return schedules.length;
  });
}

function correctTime({ id, rule, timeZone, lastSlot, nextRunAt }: ListedSchedule, at: Date): NextSlot {
  const isAhead = lastSlot !== null && lastSlot > at;
  // Elapsed time is the same in every tz database.
  if (rule.mode === 'repeat_minutes' && !isAhead) return { id, nextRunAt, lastSlot, enabled: true };
  const last = isAhead ? earlierSlot(rule, lastSlot, at) : lastSlot;
  const next = nextRun({ rule, timeZone, after: at, lastSlot: last });
  return { id, nextRunAt: next, lastSlot: last, enabled: next !== null };
}

/** The latest slot up to now of those that are counted from one ahead; null where the rule counts from none. */
function earlierSlot(rule: ScheduleRule, slot: Date, at: Date): Date | null {
  if (rule.mode !== 'repeat_minutes') return null;
  const step = rule.minutes * MINUTE;
  return new Date(slot.getTime() - Math.ceil((slot.getTime() - at.getTime()) / step) * step);
}
