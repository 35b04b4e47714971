import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { Owner } from '../access/owner.ts';
import { hashTemplate } from './template.ts';
import type { NewVersion, ReportVersion, ReportVersionDetails } from './types.ts';

const COLUMNS = [
  'number',
  'source',
  'sha256',
  'created_by_name as createdBy',
  'created_at as createdAt',
] as const;

/** Versions of a report, newest first. */
export function listVersions(db: Db, reportId: number): Promise<ReportVersion[]> {
  return db
    .selectFrom('report_versions')
    .select(COLUMNS)
    .where('report_id', '=', reportId)
    .orderBy('number', 'desc')
    .execute();
}

export async function findVersion(
  db: Db,
  reportId: number,
  number: number,
): Promise<ReportVersionDetails | null> {
  const version = await db
    .selectFrom('report_versions')
    .select(COLUMNS)
    .select([
      sql<ReportVersionDetails['template']>`template`.as('template'),
      sql<ReportVersionDetails['findings']>`findings`.as('findings'),
    ])
    .where('report_id', '=', reportId)
    .where('number', '=', number)
    .executeTakeFirst();
  return version ?? null;
}

/**
 * Stores a template as the next version, in the transaction that locks the report. Returns its number, or that of the version
 * with the same template.
 */
export async function addVersion(
  trx: Db,
  { reportId, author }: { reportId: number; author: Owner | null },
  { template, source, findings, sourceObject }: NewVersion,
): Promise<number> {
  const sha256 = hashTemplate(template);
  const same = await trx
    .selectFrom('report_versions')
    .select('number')
    .where('report_id', '=', reportId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (same) return same.number;
  const { number } = await trx
    .insertInto('report_versions')
    .values({
      report_id: reportId,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM report_versions WHERE report_id = ${reportId})`,
      template: JSON.stringify(template),
      sha256,
      source,
      findings: JSON.stringify(findings),
      source_object: sourceObject ?? null,
      created_by: author?.id ?? null,
      created_by_name: author?.username ?? null,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}
