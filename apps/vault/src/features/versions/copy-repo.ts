import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Author } from './ingest-types.ts';
import { NEXT_ROWS } from './row-numbers.ts';

export interface VersionCopy {
  of: { datasetId: number; latestOnly: boolean } | { versionId: number };
  /** Id of the dataset that gets them. */
  into: number;
  /** Number behind which the copies are counted. */
  after: number;
  operation: 'clone' | 'rollback';
  /** Instead of the labels of the originals. */
  label?: string;
  maker: Author;
}

/**
 * New versions with the content of others, in their order, and the last of them the dataset's latest. No byte is copied:
 * they refer to the same objects. The caller holds the locks of both datasets. AppError `conflict` for a clone of a table:
 * through it its owner would change the rows of the original.
 */
export async function copyVersions(trx: Db, copy: VersionCopy): Promise<{ id: number; version: number }[]> {
  const { of, maker } = copy;
  const originals =
    'versionId' in of
      ? sql`v.id = ${of.versionId}`
      : sql`v.dataset_id = ${of.datasetId} AND (NOT ${of.latestOnly} OR v.id = d.latest_version_id)`;
  const { rows } = await sql<{ id: number; version: number; datasource_type: string }>`
    INSERT INTO versions (dataset_id, version, operation, parent_id, label, created_by_id, created_by,
      project_id, datasource_type, source, format, file_name, size, sha256, object_key,
      numbered_in_id, removed_rows, removed_rows_hash, next_rows)
    SELECT ${copy.into}, ${copy.after}::int + row_number() OVER (ORDER BY v.version), ${copy.operation}, v.id,
      coalesce(${copy.label ?? null}::text, v.label), ${maker.id}::int, ${maker.username},
      v.project_id, v.datasource_type, v.source, v.format, v.file_name, v.size, v.sha256, v.object_key,
      coalesce(v.numbered_in_id, v.id), v.removed_rows, v.removed_rows_hash, ${NEXT_ROWS}
    FROM versions v JOIN datasets d ON d.id = v.dataset_id
    WHERE ${originals} ORDER BY v.version
    RETURNING id, version, datasource_type`.execute(trx);
  if (copy.operation === 'clone' && rows.some((row) => row.datasource_type === 'spatialdb')) {
    throw conflict(
      'vault.table_not_cloned',
      'The rows of this dataset lie in a database table, and a clone would change the very same rows; export them and upload the file as a dataset of its own.',
    );
  }
  const copied = rows.map(({ id, version }) => ({ id, version })).toSorted((a, b) => a.version - b.version);
  const latest = copied.at(-1);
  if (latest) {
    await trx
      .updateTable('datasets')
      .set({ latest_version_id: latest.id, updated_at: sql<Date>`now()` })
      .where('id', '=', copy.into)
      .execute();
  }
  return copied;
}
