import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../db/schema.ts';
import { selectRecords, toRecord } from './record-repo.ts';
import type { ExecutionRecord, ExecutionStatus, Trigger } from './types.ts';

const STATUSES: ExecutionStatus[] = [
  ...(['queued', 'running', 'succeeded', 'failed', 'skipped', 'missed', 'cancelled'] as const),
];
const TRIGGERS: Trigger[] = ['schedule', 'run_now', 'test', 'viewer'];
/** From up to as many reports, a page each is read fast enough. */
const FEW_REPORTS = 250;
/** Pages of the newest runs of all reports that are read for one who may view more. */
const NEWEST_PAGES = 10;

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

/** A page of the history, newest first. The time does not grow with the number of runs that do not match. */
export async function listHistory(
  db: Db,
  filter: HistoryFilter,
): Promise<{ executions: ExecutionRecord[]; next: HistoryPlace | null }> {
  const { reportKeys, limit } = filter;
  if (reportKeys?.length === 0) return { executions: [], next: null };
  const page = (await findAmongNewest(db, filter)) ?? (await findPage(db, filter));
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
  const { rows } = await sql<HistoryPlace>`
    SELECT id, ${toPlaceTime()} AS "createdAt" FROM (${newestRuns(filter, filter.limit + 1)}) AS page
     ORDER BY created_at DESC, id DESC`.execute(db);
  return rows;
}

/**
 * The same for somebody who may view many reports: the runs of all reports are read, and those of others left out, since a page from
 * each report would be far more. Null where the newest do not fill the page.
 */
async function findAmongNewest(db: Db, filter: HistoryFilter): Promise<HistoryPlace[] | null> {
  const { reportKeys, scheduleId, limit } = filter;
  if (reportKeys === null || scheduleId !== undefined || reportKeys.length <= FEW_REPORTS) return null;
  const count = NEWEST_PAGES * (limit + 1);
  const { rows } = await sql<{ isPart: boolean; places: HistoryPlace[] }>`
    WITH newest AS MATERIALIZED (${newestRuns({ ...filter, reportKeys: null }, count)})
    SELECT (SELECT count(*) FROM newest) = ${count} AS "isPart",
           ARRAY(SELECT json_build_object('id', id, 'createdAt', ${toPlaceTime()})
              FROM newest WHERE report_key = ANY(${reportKeys}::text[])
             ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}) AS places`.execute(db);
  const { isPart, places } = rows[0]!;
  return places.length > limit || !isPart ? places : null;
}

/** Each combination of report, status and trigger that is asked for is read in the order of one index, and only as far as needed. */
function newestRuns(filter: HistoryFilter, limit: number): RawBuilder<unknown> {
  const { reportKeys, scheduleId, status, trigger } = filter;
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
  return sql`
    SELECT found.created_at, found.id, found.report_key
      FROM ${sql.join(branches, sql` CROSS JOIN `)}
     CROSS JOIN LATERAL (
       SELECT e.created_at, e.id, e.report_key FROM executions e WHERE ${sql.join(conditions, sql` AND `)}
        ORDER BY e.created_at DESC, e.id DESC LIMIT ${limit}) AS found
     ORDER BY found.created_at DESC, found.id DESC LIMIT ${limit}`;
}

function toPlaceTime() {
  return sql`to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** Keys of reports whose title or key has a text: those with a definition, and those of the history that are named exactly. */
export async function findReportKeys(db: Db, text: string): Promise<string[]> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM definitions WHERE key ILIKE ${pattern} OR title ILIKE ${pattern}
     UNION SELECT ${text.toLowerCase()}`.execute(db);
  return rows.map(({ key }) => key);
}
