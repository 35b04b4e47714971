import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';

/** A version and the object that it refers to. */
export interface Reference {
  id: number;
  dataset: string;
  version: number;
  objectKey: string;
  size: number;
  sha256: string;
}

const PAGE = 1_000;

/** All versions whose data is stored here, by id. */
export async function* listReferences(db: Db): AsyncGenerator<Reference> {
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('versions as v')
      .innerJoin('datasets as d', 'd.id', 'v.dataset_id')
      .select(['v.id', 'd.name as dataset', 'v.version', 'v.size', 'v.sha256'])
      .select(sql<string>`v.object_key`.as('objectKey'))
      .where('v.id', '>', after)
      .where('v.object_key', 'is not', null)
      .orderBy('v.id')
      .limit(PAGE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Whether a version still refers to this object. */
export async function isReference(db: Db, { id, objectKey }: Reference): Promise<boolean> {
  const row = await db
    .selectFrom('versions')
    .select('id')
    .where('id', '=', id)
    .where('object_key', '=', objectKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which of the objects versions refer to, and which are waiting for their removal. */
export async function classifyObjects(
  db: Db,
  keys: string[],
): Promise<{ referred: Set<string>; leaving: Set<string> }> {
  const anyOf = sql<string>`ANY(${keys}::text[])`;
  const [referred, leaving, uploaded] = await Promise.all([
    db.selectFrom('versions').select('object_key').where('object_key', '=', anyOf).execute(),
    db.selectFrom('object_removals').select('object_key').where('object_key', '=', anyOf).execute(),
    // Of loads without a dataset, deleted when their job has ended.
    db.selectFrom('quick_imports').select('object_key').where('object_key', '=', anyOf).execute(),
  ]);
  const keysOf = (rows: { object_key: string | null }[]) =>
    new Set(rows.flatMap(({ object_key: key }) => key ?? []));
  return { referred: keysOf(referred), leaving: keysOf([...leaving, ...uploaded]) };
}
