import { sql } from 'kysely';
import type { Db } from '../../../db/handle.ts';
import type { Author } from '../../versions/types.ts';
import type { Version } from '../../versions/types.ts';
import { insertEdit } from '../edit-repo.ts';
import type { NewEdit } from '../types.ts';
import type { TableSource } from './types.ts';

/** Inserts version 1 of a dataset whose rows are in a table. It has no file. */
export async function insertTableVersion(
  trx: Db,
  version: { datasetId: number; projectId: number; source: TableSource; sourceHash: string; author: Author },
): Promise<number> {
  const { source, author } = version;
  const row = await trx
    .insertInto('versions')
    .values({
      dataset_id: version.datasetId,
      version: 1,
      project_id: version.projectId,
      operation: 'register',
      parent_id: null,
      clipped_by_id: null,
      label: null,
      // The closest format: a table of features.
      format: 'GPKG',
      file_name: `${source.schema}.${source.table}`,
      size: 0,
      sha256: version.sourceHash,
      object_key: null,
      datasource_type: 'spatialdb',
      source: JSON.stringify({
        connection_id: source.connectionId,
        schema: source.schema,
        table: source.table,
        geometry_column: source.geometryColumn,
      }),
      created_by_id: author.id,
      created_by: author.username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('datasets')
    .set({ latest_version_id: row.id, updated_at: sql<Date>`now()` })
    .where('id', '=', version.datasetId)
    .execute();
  return row.id;
}

/** Logs a change of the table of a version. Returns the id of the edit. */
export async function logTableEdit(
  trx: Db,
  version: Pick<Version, 'id'>,
  { edit, author }: { edit: NewEdit; author: Author },
): Promise<number> {
  return insertEdit(trx, await ensureTableLog(trx, version), { edit, author });
}

/** The latest change that the vault made to the table of a version; 0 without one. */
export async function findLastTableEdit(db: Db, versionId: number): Promise<number> {
  const row = await db
    .selectFrom('edits as e')
    .innerJoin('edit_sessions as s', 's.id', 'e.session_id')
    .select(({ fn }) => fn.max('e.id').as('id'))
    .where('s.sealed_version_id', '=', versionId)
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

/** The session that logs the changes to the table of a version. It counts as published from the start. */
async function ensureTableLog(trx: Db, version: Pick<Version, 'id'>): Promise<number> {
  const existing = await trx
    .selectFrom('edit_sessions')
    .select('id')
    .where('sealed_version_id', '=', version.id)
    .executeTakeFirst();
  if (existing) return existing.id;
  const dataset = trx.selectFrom('versions').select('dataset_id').where('id', '=', version.id);
  const session = await trx
    .insertInto('edit_sessions')
    .values({
      dataset_id: dataset,
      base_version_id: version.id,
      sealed_at: sql<Date>`clock_timestamp()`,
      sealed_version_id: version.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return session.id;
}
