import { sql } from 'kysely';
import type { Format, DataProfile, TechnicalInfo } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';

export interface FileFacts {
  info: TechnicalInfo;
  extractedAt: Date;
}

/** What was read out of these bytes earlier. */
export async function findFacts(db: Db, sha256: string): Promise<FileFacts | null> {
  const row = await db
    .selectFrom('file_facts')
    .select(['facts', 'extracted_at'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row ? { info: row.facts, extractedAt: row.extracted_at } : null;
}

/** Keeps what was read; whoever comes second changes nothing, since the same bytes say the same. */
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

/** What a look through all features of these bytes found earlier. */
export async function findProfile(db: Db, sha256: string): Promise<DataProfile | null> {
  const row = await db
    .selectFrom('file_facts')
    .select('survey')
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.survey ?? null;
}

/** Nothing happens when the facts have gone meanwhile. */
export async function saveProfile(db: Db, sha256: string, survey: DataProfile): Promise<void> {
  await db
    .updateTable('file_facts')
    .set({ survey: JSON.stringify(survey), surveyed_at: sql<Date>`now()` })
    .where('sha256', '=', sha256)
    .execute();
}
