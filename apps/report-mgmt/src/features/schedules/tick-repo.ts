import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { LISTED_COLUMNS } from './repo.ts';
import { TZ_VERSION } from './time-zone.ts';
import type { ListedSchedule } from './types.ts';

/** What a tick writes. */
export interface NextSlot {
  id: number;
  nextRunAt: Date | null;
  lastSlot: Date | null;
  enabled: boolean;
}

export interface DueSchedule extends ListedSchedule {
  /** Whether the run of an earlier slot has not ended. */
  isRunning: boolean;
}

/** Nearly every tick finds nothing: one statement without a transaction says so, by the first entry of the index. */
export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    SELECT next_run_at <= ${now} AS due FROM schedules WHERE enabled ORDER BY next_run_at LIMIT 1`.execute(
    db,
  );
  return rows[0]?.due ?? false;
}

/** Schedules whose next run has come, the longest overdue first; those that another process has are left to it. */
export function lockDue(trx: Db, now: Date, limit: number): Promise<DueSchedule[]> {
  return trx
    .selectFrom('schedules as s')
    .leftJoin('definitions as d', 'd.key', 's.report_key')
    .select([...LISTED_COLUMNS, isRunning()])
    .where(sql<boolean>`s.enabled`)
    .where('s.next_run_at', '<=', now)
    .orderBy('s.next_run_at')
    .limit(limit)
    .forUpdate('s')
    .skipLocked()
    .execute();
}

/** Schedules to come whose next run was computed with another tz database, or by a clock that was ahead. */
export function lockWrongTimes(trx: Db, now: Date, limit: number): Promise<ListedSchedule[]> {
  return trx
    .selectFrom('schedules as s')
    .leftJoin('definitions as d', 'd.key', 's.report_key')
    .select(LISTED_COLUMNS)
    .where(sql<boolean>`s.enabled`)
    .where('s.next_run_at', '>', now)
    .where((eb) => eb.or([eb('s.tz_version', '<>', TZ_VERSION), eb('s.last_slot', '>', now)]))
    .limit(limit)
    .forUpdate('s')
    .skipLocked()
    .execute();
}

export async function moveOn(trx: Db, slots: NextSlot[]): Promise<void> {
  if (slots.length === 0) return;
  await sql`
    UPDATE schedules SET next_run_at = slots.next_run_at, last_slot = slots.last_slot, enabled = slots.enabled,
      tz_version = ${TZ_VERSION}
    FROM unnest(
      ${slots.map(({ id }) => id)}::integer[],
      ${slots.map(({ nextRunAt }) => nextRunAt?.toISOString() ?? null)}::timestamptz[],
      ${slots.map(({ lastSlot }) => lastSlot?.toISOString() ?? null)}::timestamptz[],
      ${slots.map(({ enabled }) => enabled)}::boolean[]) AS slots (id, next_run_at, last_slot, enabled)
    WHERE schedules.id = slots.id`.execute(trx);
}

/** A run whose job has ended, however that came about, holds up nothing. */
function isRunning() {
  return sql<boolean>`EXISTS (
    SELECT FROM executions e JOIN jobs j ON j.id = e.job_id
    WHERE e.schedule_id = s.id AND e.status IN ('queued', 'running') AND e.trigger = 'schedule'
      AND j.status IN ('queued', 'running'))`.as('isRunning');
}
