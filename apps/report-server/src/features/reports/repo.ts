import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../access/owner.ts';
import type { Report, ReportFields } from './types.ts';

/** Kind of the jobs that tell report management of a report. */
export const ANNOUNCE_KIND = 'report.announce';

const COLUMNS = [
  'id',
  'key',
  'title',
  'description',
  'engine',
  'datasource_key as datasource',
  'allowed_datasources as allowedDatasources',
  'owner_id as ownerId',
  'owner',
  'latest_version as version',
  'archived_at as archivedAt',
  'part_of as partOf',
  'updated_at as updatedAt',
] as const;

/** Reports with these keys, or all of them, by title; without parts of others. */
export function listReports(
  db: Db,
  { keys, archived }: { keys: 'all' | string[]; archived: boolean },
): Promise<Report[]> {
  let query = db
    .selectFrom('reports')
    .select(COLUMNS)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .where('part_of', 'is', null);
  if (keys !== 'all') query = query.where('key', '=', sql<string>`ANY(${keys}::text[])`);
  return query
    .orderBy(sql`lower(title)`)
    .orderBy('key')
    .execute();
}

/** A report, archived or not. */
export async function findReport(db: Db, key: string): Promise<Report | null> {
  const report = await db.selectFrom('reports').select(COLUMNS).where('key', '=', key).executeTakeFirst();
  return report ?? null;
}

/** Locks the report until the end of the transaction. */
export async function lockReport(trx: Db, id: number): Promise<Report | null> {
  const report = await trx
    .selectFrom('reports')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return report ?? null;
}

/** The report, locked until the end of the transaction. */
export async function lockReportByKey(trx: Db, key: string): Promise<Report | null> {
  const report = await trx
    .selectFrom('reports')
    .select(COLUMNS)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  return report ?? null;
}

/** Null when the key is taken. */
export async function insertReport(
  trx: Db,
  owner: Owner | null,
  { key, partOf = null, ...fields }: ReportFields & { key: string; partOf?: number | null },
): Promise<Report | null> {
  const report = await trx
    .insertInto('reports')
    .values({
      ...{ key, part_of: partOf, owner_id: owner?.id ?? null, owner: owner?.username ?? null },
      ...{ latest_version: 1, ...toColumns(fields) },
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  return report ?? null;
}

export function updateReport(
  trx: Db,
  id: number,
  { version, ...fields }: ReportFields & { version: number },
): Promise<Report> {
  return trx
    .updateTable('reports')
    .set({ ...toColumns(fields), latest_version: version, updated_at: sql<never>`now()` })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The subreports that were published with a report read the same datasource. */
export async function setPartsDatasource(trx: Db, id: number, datasource: string | null): Promise<void> {
  await trx.updateTable('reports').set({ datasource_key: datasource }).where('part_of', '=', id).execute();
}

export async function setReportArchived(trx: Db, id: number, archived: boolean): Promise<void> {
  await trx
    .updateTable('reports')
    .set({ archived_at: archived ? sql<Date>`now()` : null, updated_at: sql<never>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Keys of reports that report management does not know of and about which no job is under way. */
export async function listUnannounced(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reports as r')
    .select('r.key')
    .where('r.announced_at', 'is', null)
    .where('r.archived_at', 'is', null)
    .where('r.part_of', 'is', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM jobs j WHERE j.kind = ${ANNOUNCE_KIND}
        AND j.status IN ('queued', 'running') AND j.payload ->> 'key' = r.key)`,
    )
    .orderBy('r.id')
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** Report management knows the report. */
export async function setAnnounced(db: Db, key: string): Promise<void> {
  await db
    .updateTable('reports')
    .set({ announced_at: sql<Date>`now()` })
    .where('key', '=', key)
    .execute();
}

function toColumns({ title, description, engine, datasource, allowedDatasources }: ReportFields) {
  return {
    ...{ title, description, engine },
    datasource_key: datasource,
    allowed_datasources: allowedDatasources,
  };
}
