import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { selectRecords, toRecord } from './record-repo.ts';
import type { ExecutionRecord, ExecutionStatus, Trigger } from './types.ts';

const STATUSES: ExecutionStatus[] = [
  ...(['queued', 'running', 'succeeded', 'failed', 'skipped', 'missed', 'cancelled'] as const),
];
const TRIGGERS: Trigger[] = ['schedule', 'run_now', 'test', 'viewer'];

export interface HistoryFilter {
  /** Only these reports; null for those who may view all. */
  reportKeys: string[] | null;
  scheduleId?: number | undefined;
  status?: ExecutionStatus | undefined;
  trigger?: Trigger | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** Place of the last run of the page before. */
  after?: HistoryPlace | undefined;
  limit: number;
}

/** Place in the history. Times have microseconds, which a Date would lose. */
export interface HistoryPlace {
  createdAt: string;
  id: string;
}

/**
 * A page of the history, newest first. Each combination of report, status and trigger that is asked for is read in the order of one
 * index and only as far as the page needs, so the time does not grow with the number of runs that do not match.
 */
export async function listHistory(
  db: Db,
  filter: HistoryFilter,
): Promise<{ executions: ExecutionRecord[]; next: HistoryPlace | null }> {
  const { reportKeys, limit } = filter;
  if (reportKeys?.length === 0) return { executions: [], next: null };
  const page = await findPage(db, filter);
  const rows = page.slice(0, limit);
  if (rows.length === 0) return { executions: [], next: null };
  const records = await selectRecords(db)
    .where(
      'e.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const byId = new Map(records.map((row) => [row.id, toRecord(row)]));
  return {
    executions: rows.flatMap(({ id }) => byId.get(id) ?? []),
    next: page.length > limit ? rows.at(-1)! : null,
  };
}

async function findPage(db: Db, filter: HistoryFilter): Promise<HistoryPlace[]> {
  const { reportKeys, scheduleId, status, trigger, limit } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  const branches: RawBuilder<unknown>[] = [sql`(SELECT 1) AS one`];
  if (scheduleId !== undefined) conditions.push(sql`e.schedule_id = ${scheduleId}`);
  if (reportKeys && scheduleId !== undefined) conditions.push(sql`e.report_key = ANY(${reportKeys}::text[])`);
  else if (reportKeys) {
    branches.push(sql`unnest(${reportKeys}::text[]) AS report (key)`);
    conditions.push(sql`e.report_key = report.key`);
  }
  if (status !== undefined || trigger !== undefined) {
    branches.push(sql`unnest(${status ? [status] : STATUSES}::text[]) AS state (name)`);
    branches.push(sql`unnest(${trigger ? [trigger] : TRIGGERS}::text[]) AS cause (name)`);
    conditions.push(sql`e.status = state.name AND e.trigger = cause.name`);
  }
  if (filter.from) conditions.push(sql`e.created_at >= ${filter.from}::timestamptz`);
  if (filter.to) conditions.push(sql`e.created_at < ${filter.to}::timestamptz`);
  if (filter.after) {
    const { createdAt, id } = filter.after;
    conditions.push(sql`(e.created_at, e.id) < (${createdAt}::timestamptz, ${id}::uuid)`);
  }
  const { rows } = await sql<HistoryPlace>`
    SELECT found.id, to_char(found.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS "createdAt"
      FROM ${sql.join(branches, sql` CROSS JOIN `)}
     CROSS JOIN LATERAL (
       SELECT e.created_at, e.id FROM executions e WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY e.created_at DESC, e.id DESC LIMIT ${limit + 1}) AS found
     ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit + 1}`.execute(db);
  return rows;
}

/** Keys of reports whose title or key has a text: those with a definition, and those of the history that are named exactly. */
export async function findReportKeys(db: Db, text: string): Promise<string[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM definitions WHERE key ILIKE ${pattern} OR title ILIKE ${pattern}
     UNION SELECT ${text.toLowerCase()}`.execute(db);
  return rows.map(({ key }) => key);
}
