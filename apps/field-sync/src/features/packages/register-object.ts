import { inTransaction } from '@cairn/db';
import type { KeptObject } from '@cairn/files';
import type { Db } from '../../db/schema.ts';
import { insertObject } from './object-repo.ts';
import type { KeptFile } from './types.ts';

interface NewObject {
  object: KeptObject;
  identity: Omit<KeptFile, 'key'>;
  /** The object that had these bytes, when its file is gone. */
  lostKey: string | null;
}

/**
 * Commits the row of a new object together with what else changes with it. Where an earlier object has the same bytes, that one counts, and
 * the new one is removed.
 */
export async function registerObject(
  db: Db,
  { object, identity, lostKey }: NewObject,
  alsoWrite: (trx: Db, key: string) => Promise<void>,
): Promise<KeptFile> {
  let key: string;
  try {
    key = await inTransaction(db, {}, async (trx) => {
      const known = await insertObject(trx, { key: object.key, ...identity }, lostKey);
      await alsoWrite(trx, known);
      return known;
    });
  } catch (error) {
    // The answer to the commit may be what was lost.
    await object.deferToSweeper();
    throw error;
  }
  if (key === object.key) await object.confirm();
  else await object.remove();
  return { key, ...identity };
}
