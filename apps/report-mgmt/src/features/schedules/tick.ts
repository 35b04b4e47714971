import type { Jobs } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { enqueueExecutions } from '../executions/enqueue.ts';
import { insertPassedSlots } from '../executions/repo.ts';
import { missedSlots, newExecution, skippedSlot } from './executions.ts';
import { nextRun } from './next-run.ts';
import { resolveDueSlots } from './slots.ts';
import type { DueSlots } from './slots.ts';
import { listRunning, lockDue, lockForeignTimes, moveOn } from './tick-repo.ts';
import type { NextSlot } from './tick-repo.ts';
import type { ListedSchedule } from './types.ts';

/** Schedules of one transaction: short, so that another worker gets its share and a killed one loses little. */
const BATCH = 100;

export interface TickDeps {
  db: Db;
  jobs: Pick<Jobs, 'enqueueMany' | 'dispatch'>;
  logger: Logger;
  now: () => Date;
}

/**
 * Claims the slots that have come; see docs/design/report-mgmt.md. Any number of processes may tick at the same time. Returns how many
 * schedules were due.
 */
export function createTick(deps: TickDeps): () => Promise<number> {
  let hasCurrentTimes = false;

  return async function tick() {
    // Once in a process: workers with different tz databases would else rewrite each other's times for ever.
    if (!hasCurrentTimes) {
      await repeatBatches(() => adoptTimes(deps));
      hasCurrentTimes = true;
    }
    return repeatBatches(() => claimBatch(deps));
  };
}

async function repeatBatches(runBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let count = BATCH; count === BATCH; total += count) count = await runBatch();
  return total;
}

async function claimBatch({ db, jobs, logger, now }: TickDeps): Promise<number> {
  const at = now();
  const count = await db.transaction().execute(async (trx) => {
    const due = await lockDue(trx, at, BATCH);
    if (due.length === 0) return 0;
    const running = await listRunning(
      trx,
      due.map(({ id }) => id),
    );
    const plans = due.map((schedule) => ({ schedule, slots: slotsOf(schedule, { now: at, logger }) }));
    const claims = plans.flatMap(({ schedule, slots: { claimed } }) =>
      claimed ? [{ schedule, slot: claimed }] : [],
    );
    const isFree = ({ schedule }: { schedule: ListedSchedule }) => !running.has(schedule.id);
    await enqueueExecutions(
      { jobs },
      trx,
      claims
        .filter(isFree)
        .map(({ schedule, slot }) => newExecution(schedule, { trigger: 'schedule', slot })),
    );
    await insertPassedSlots(trx, [
      ...plans.flatMap(({ schedule, slots: { missed } }) => (missed ? [missedSlots(schedule, missed)] : [])),
      ...claims.filter((claim) => !isFree(claim)).map(({ schedule, slot }) => skippedSlot(schedule, slot)),
    ]);
    await moveOn(trx, plans.map(toNextSlot));
    return due.length;
  });
  if (count > 0) await jobs.dispatch();
  return count;
}

/** What is to be done about the slots of one schedule. One that cannot be computed must not hold up all others. */
function slotsOf(schedule: ListedSchedule, { now, logger }: { now: Date; logger: Logger }): DueSlots {
  const { rule, timeZone, nextRunAt, graceSeconds } = schedule;
  try {
    return resolveDueSlots({ rule, timeZone, nextRunAt: nextRunAt!, now, graceSeconds });
  } catch (err) {
    logger.error({ err, schedule: schedule.id }, 'next run not computed, schedule stopped');
    return { claimed: null, missed: null, next: null };
  }
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

/** Computes again, from now, the next runs that another tz database gave. Those that are due are claimed as they are. */
async function adoptTimes({ db, now }: TickDeps): Promise<number> {
  const at = now();
  return db.transaction().execute(async (trx) => {
    const schedules = await lockForeignTimes(trx, at, BATCH);
    const next = schedules.map(({ id, rule, timeZone, lastSlot }) => {
      const nextRunAt = nextRun({ rule, timeZone, after: at, lastSlot });
      return { id, nextRunAt, lastSlot, enabled: nextRunAt !== null };
    });
    await moveOn(trx, next);
    return schedules.length;
  });
}
