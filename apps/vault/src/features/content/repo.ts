import { sql } from 'kysely';
import type { Format, DataProfile, TechnicalInfo } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';

export interface FileFacts {
  info: TechnicalInfo;
  extractedAt: Date;
}

export async function findFacts(db: Db, sha256: string): Promise<FileFacts | null> {
  const row = await db
    .selectFrom('file_facts')
    .select(['facts', 'extracted_at'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row ? { info: row.facts, extractedAt: row.extracted_at } : null;
}

/** Does nothing when the facts of these bytes exist: they are the same. */
export async function saveFacts(
  db: Db,
  file: { sha256: string; format: Format },
  info: TechnicalInfo,
): Promise<void> {
  await db
    .insertInto('file_facts')
    .values({ sha256: file.sha256, format: file.format, facts: JSON.stringify(info) })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute();
}

export async function findProfile(db: Db, sha256: string): Promise<DataProfile | null> {
  const row = await db
    .selectFrom('file_facts')
    .select('survey')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.survey ?? null;
}

/** Does nothing when the facts were deleted in the meantime. */
export async function saveProfile(db: Db, sha256: string, profile: DataProfile): Promise<void> {
  await db
    .updateTable('file_facts')
    .set({ survey: JSON.stringify(profile), surveyed_at: sql<Date>`now()` })
    .where('sha256', '=', sha256)
    .execute();
}
