import { sql } from 'kysely';
import type { Db } from '../../db/schema.ts';
import type { KeptFile } from './types.ts';

const OBJECT = ['key', 'size', 'sha256', 'sha1'] as const;

/** Objects with one of these hashes. */
export function findObjects(db: Db, hashes: { sha256: string[]; sha1: string[] }): Promise<KeptFile[]> {
  return db
    .selectFrom('objects')
    .select(OBJECT)
    .where((where) =>
      where.or([
        where('sha256', '=', sql<string>`ANY(${hashes.sha256}::text[])`),
        where('sha1', '=', sql<string>`ANY(${hashes.sha1}::text[])`),
      ]),
    )
    .execute();
}

/**
 * Registers an object and returns the key by which its bytes are known, which is that of an earlier object with the same bytes.
 * `lostKey` is an object whose file is gone: the new one takes its place in all snapshots.
 */
export async function insertObject(trx: Db, file: KeptFile, lostKey: string | null): Promise<string> {
  const row = await trx
    .insertInto('objects')
    .values(file)
    .onConflict((on) =>
      on.constraint('objects_sha256_key').doUpdateSet({
        key: sql<string>`CASE WHEN objects.key = ${lostKey} THEN excluded.key ELSE objects.key END`,
      }),
    )
    .returning('key')
    .executeTakeFirstOrThrow();
  return row.key;
}

/**
 * Whether a row refers to the object of a process that died or lost the connection. Its commit may still be under way, so this waits
 * for all open writes of objects. Fails when that takes too long.
 */
export async function isObjectUsedAfterCommits(db: Db, key: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '5s'`.execute(trx);
    await sql`LOCK TABLE objects IN SHARE MODE`.execute(trx);
    const [known] = await knownKeys(trx, [key]);
    return known !== undefined;
  });
}

/** Those of the keys that have a row. */
export async function knownKeys(db: Db, keys: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('objects')
    .select('key')
    .where('key', '=', sql<string>`ANY(${keys}::text[])`)
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Deletes those of the objects that no snapshot has, and returns them. */
export async function deleteUnusedObjects(db: Db, keys: string[]): Promise<{ sha256: string }[]> {
  const { rows } = await sql<{ sha256: string }>`
    DELETE FROM objects o WHERE o.key = ANY(${keys}::text[])
       AND NOT EXISTS (SELECT FROM snapshot_files f WHERE f.object_key = o.key)
    RETURNING o.sha256`.execute(db);
  return rows;
}

/** Keys of objects that were fetched before then and that no snapshot has. */
export async function findUnusedObjects(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    SELECT o.key FROM objects o WHERE o.created_at < ${before}
       AND NOT EXISTS (SELECT FROM snapshot_files f WHERE f.object_key = o.key)
     LIMIT 10000`.execute(db);
  return rows.map(({ key }) => key);
}

/** All objects in the order of their keys. */
export async function* listObjects(db: Db): AsyncGenerator<KeptFile> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('objects')
      .select(OBJECT)
      .where('key', '>', after)
      .orderBy('key')
      .limit(1_000)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.key;
  }
}
