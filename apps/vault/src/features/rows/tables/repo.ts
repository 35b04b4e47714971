import { sql } from 'kysely';
import type { Db } from '../../../db/handle.ts';
import type { Author } from '../../versions/types.ts';
import type { Version } from '../../versions/types.ts';
import type { TableSource } from './types.ts';

/** Version 1 of a dataset whose rows lie in a table; it has no bytes here. */
export async function insertTableVersion(
  trx: Db,
  version: { datasetId: number; projectId: number; source: TableSource; place: string; maker: Author },
): Promise<number> {
  const { source, maker } = version;
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
      // The nearest of the formats: a table of features.
      format: 'GPKG',
      file_name: `${source.schema}.${source.table}`,
      size: 0,
      sha256: version.place,
      object_key: null,
      datasource_type: 'spatialdb',
      source: JSON.stringify({
        connection_id: source.connectionId,
        schema: source.schema,
        table: source.table,
        geometry_column: source.geometryColumn,
      }),
      created_by_id: maker.id,
      created_by: maker.username,
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

/** Where the rows of a version lie; null when they do not lie in a database. */
export function tableSourceOf(version: Pick<Version, 'datasourceType' | 'source'>): TableSource | null {
  if (version.datasourceType !== 'spatialdb') return null;
  const { connection_id, schema, table, geometry_column } = version.source;
  return {
    connectionId: Number(connection_id),
    schema: String(schema),
    table: String(table),
    geometryColumn: String(geometry_column),
  };
}

/** The session that notes what was changed in the table of this version; it counts as sealed from the start. */
export async function ensureTableLog(trx: Db, version: Pick<Version, 'id'>): Promise<number> {
  const known = await trx
    .selectFrom('edit_sessions')
    .select('id')
    .where('sealed_version_id', '=', version.id)
    .executeTakeFirst();
  if (known) return known.id;
  const dataset = trx.selectFrom('versions').select('dataset_id').where('id', '=', version.id);
  const made = await trx
    .insertInto('edit_sessions')
    .values({
      dataset_id: dataset,
      base_version_id: version.id,
      sealed_at: sql<Date>`clock_timestamp()`,
      sealed_version_id: version.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
