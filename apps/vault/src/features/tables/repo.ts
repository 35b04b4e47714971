import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { Maker } from '../ingest/types.ts';
import type { Version } from '../versions/types.ts';
import type { TableSource } from './types.ts';

/** Version 1 of a dataset whose rows lie in a table; it has no bytes here. */
export async function insertTableVersion(
  trx: Db,
  version: { datasetId: number; projectId: number; source: TableSource; place: string; maker: Maker },
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
  const { connection_id, schema, table, geometry_column } = version.source as Record<string, never>;
  return { connectionId: connection_id, schema, table, geometryColumn: geometry_column };
}
