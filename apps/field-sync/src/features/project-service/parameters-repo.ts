import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { ConfiguredProject, ServiceParameters } from './types.ts';

export function findConfigured(db: Db, projectId: number): Promise<ConfiguredProject | undefined> {
  return selectConfigured(db, projectId).executeTakeFirst();
}

/** Until the end of the transaction nobody else changes the project. */
export function lockConfigured(trx: Db, projectId: number): Promise<ConfiguredProject | undefined> {
  return selectConfigured(trx, projectId).forNoKeyUpdate().executeTakeFirst();
}

/** A cycle that is due later than the new rhythm says comes sooner. */
export async function updateParameters(
  trx: Db,
  projectId: number,
  parameters: ServiceParameters,
): Promise<void> {
  const { sleepTime } = parameters;
  await trx
    .updateTable('projects')
    .set({
      sync_admins: parameters.syncAdmins,
      skip_init: parameters.skipInit,
      force_init: parameters.forceInit,
      single_run: parameters.singleRun,
      sleep_time: sleepTime,
      retention: parameters.retention,
      retention_count: parameters.retentionCount,
      history_days: parameters.historyDays,
      max_delete_percent: parameters.maxDeletePercent,
      files: parameters.files,
      due_at: sql<Date>`least(due_at, now() + ${sleepTime} * interval '1 second')`,
      updated_at: new Date(),
    })
    .where('id', '=', projectId)
    .execute();
}

function selectConfigured(db: Db, projectId: number) {
  return db
    .selectFrom('projects')
    .select(['id', 'name', 'sync_admins as syncAdmins', 'skip_init as skipInit', 'force_init as forceInit'])
    .select(['single_run as singleRun', 'sleep_time as sleepTime', 'retention'])
    .select('history_days as historyDays')
    .select(['retention_count as retentionCount', 'max_delete_percent as maxDeletePercent', 'files'])
    .where('id', '=', projectId);
}
