import type { Format, TechnicalInfo } from '@cairn/geo';
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
