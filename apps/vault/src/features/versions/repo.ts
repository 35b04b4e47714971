import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { isVisible } from '../access/repo.ts';
import type { VisibleDatasets } from '../access/repo.ts';
import { setLatestVersion } from './dataset-repo.ts';
import { NEXT_ROWS, toRowColumns } from './row-numbers-repo.ts';
import type {
  Author,
  CheckedFile,
  ExternalSource,
  LockedDataset,
  Origin,
  RowNumbers,
  Version,
} from './types.ts';

function versions(db: Db) {
  return db
    .selectFrom('versions as v')
    .innerJoin('datasets as d', 'd.id', 'v.dataset_id')
    .leftJoin('file_facts as x', 'x.sha256', 'v.sha256')
    .select(['v.id', 'v.dataset_id as datasetId', 'd.name as dataset', 'd.type', 'v.version'])
    .select(['v.project_id as projectId', 'v.operation', 'v.parent_id as parentId', 'v.parameters'])
    .select(['v.clipped_by_id as clippedById', 'v.datasource_type as datasourceType', 'v.source', 'v.label'])
    .select(['v.format', 'v.file_name as fileName', 'v.size', 'v.sha256', 'v.object_key as objectKey'])
    .select(['v.created_by_id as createdById', 'v.created_by as createdBy', 'v.created_at as createdAt'])
    .select(['v.removed_rows_hash as removedRowsHash', 'x.feature_count as featureCount'])
    .select([
      sql<boolean>`v.id IS NOT DISTINCT FROM d.latest_version_id`.as('latest'),
      sql<number>`coalesce(v.numbered_in_id, v.id)`.as('numberedInId'),
      sql<Record<string, string>>`coalesce(v.next_rows, '{}')`.as('nextRows'),
    ]);
}

export async function findVersionById(db: Db, id: number): Promise<Version | null> {
  return (await versions(db).where('v.id', '=', id).executeTakeFirst()) ?? null;
}

export async function findVersion(db: Db, datasetId: number, number: number): Promise<Version | null> {
  const row = await versions(db)
    .where('v.dataset_id', '=', datasetId)
    .where('v.version', '=', number)
    .executeTakeFirst();
  return row ?? null;
}

export async function findLatestVersion(db: Db, datasetId: number): Promise<Version | null> {
  const row = await versions(db)
    .where('d.id', '=', datasetId)
    .whereRef('v.id', '=', 'd.latest_version_id')
    .executeTakeFirst();
  return row ?? null;
}

/** Newest first. */
export async function listVersionsOfDatasets(db: Db, ids: number[]): Promise<Version[]> {
  if (ids.length === 0) return [];
  return versions(db)
    .where(isVisible('v.dataset_id', ids))
    .orderBy('v.dataset_id')
    .orderBy('v.version', 'desc')
    .execute();
}

/** Newest first. */
export async function listVersionsOfProject(
  db: Db,
  projectId: number,
  visible: VisibleDatasets,
): Promise<Version[]> {
  return versions(db)
    .where('v.project_id', '=', projectId)
    .where(isVisible('v.dataset_id', visible))
    .orderBy('v.id', 'desc')
    .execute();
}

/** The number of unpublished edits of a dataset, and the people who made them. */
export async function findOpenEdits(db: Db, datasetId: number): Promise<{ count: number; people: string[] }> {
  return db
    .selectFrom('edits as e')
    .innerJoin('edit_sessions as s', 's.id', 'e.session_id')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<
        string[]
      >`coalesce(array_agg(DISTINCT e.by ORDER BY e.by) FILTER (WHERE e.by IS NOT NULL), '{}')`.as('people'),
    ])
    .where('s.dataset_id', '=', datasetId)
    .where('s.sealed_at', 'is', null)
    .where('s.discarded_at', 'is', null)
    .where('e.undone_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Whether a published layer stays at this version. */
export async function isPinnedByPublication(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('tile_publications')
    .select('id')
    .where('version_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteVersionRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('versions').where('id', '=', id).execute();
}

export async function insertVersion(
  trx: Db,
  version: {
    dataset: LockedDataset;
    projectId: number;
    file: CheckedFile;
    objectKey: string | null;
    source: ExternalSource | null;
    author: Author;
    origin: Origin;
    rowNumbers: RowNumbers | null;
  },
): Promise<{ id: number; version: number }> {
  const { dataset, file, objectKey, source, author, origin, rowNumbers } = version;
  const number = (dataset.latest?.version ?? 0) + 1;
  const row = await trx
    .insertInto('versions')
    .values({
      dataset_id: dataset.id,
      version: number,
      project_id: version.projectId,
      operation: origin.operation,
      parent_id: origin.parentId ?? dataset.latest?.id ?? null,
      clipped_by_id: origin.clippedById ?? null,
      parameters: JSON.stringify(origin.parameters ?? {}),
      label: origin.label ?? null,
      format: file.format,
      file_name: file.fileName,
      size: file.size,
      sha256: file.sha256,
      object_key: objectKey,
      ...(source ? { datasource_type: source.datasourceType, source: JSON.stringify(source.source) } : {}),
      created_by_id: author.id,
      created_by: author.username,
      ...(rowNumbers ? toRowColumns(rowNumbers) : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setLatestVersion(trx, dataset.id, row.id);
  return { id: row.id, version: number };
}

export interface VersionCopy {
  of: { datasetId: number; latestOnly: boolean } | { versionId: number };
  /** Id of the dataset that gets the copies. */
  into: number;
  /** Number of the version before the first copy. */
  after: number;
  operation: 'clone' | 'rollback';
  /** Replaces the labels of the originals. */
  label?: string;
  author: Author;
}

/**
 * Creates versions with the content of others, in their order; the last one becomes the dataset's latest. No byte is copied: the
 * copies refer to the same objects. The caller holds the locks of both datasets.
 * @throws {AppError} conflict for a clone of a database table, whose owner could change the rows of the original.
 */
export async function copyVersions(trx: Db, copy: VersionCopy): Promise<{ id: number; version: number }[]> {
  const { of, author } = copy;
  const originals =
    'versionId' in of
      ? sql`v.id = ${of.versionId}`
      : sql`v.dataset_id = ${of.datasetId} AND (NOT ${of.latestOnly} OR v.id = d.latest_version_id)`;
  const { rows } = await sql<{ id: number; version: number; datasource_type: string }>`
    INSERT INTO versions (dataset_id, version, operation, parent_id, label, created_by_id, created_by,
      project_id, datasource_type, source, format, file_name, size, sha256, object_key,
      numbered_in_id, removed_rows, removed_rows_hash, next_rows)
    SELECT ${copy.into}, ${copy.after}::int + row_number() OVER (ORDER BY v.version), ${copy.operation}, v.id,
      coalesce(${copy.label ?? null}::text, v.label), ${author.id}::int, ${author.username},
      v.project_id, v.datasource_type, v.source, v.format, v.file_name, v.size, v.sha256, v.object_key,
      coalesce(v.numbered_in_id, v.id), v.removed_rows, v.removed_rows_hash, ${NEXT_ROWS}
    FROM versions v JOIN datasets d ON d.id = v.dataset_id
    WHERE ${originals} ORDER BY v.version
    RETURNING id, version, datasource_type`.execute(trx);
  if (copy.operation === 'clone' && rows.some((row) => row.datasource_type === 'spatialdb')) {
    throw conflict(
      'vault.table_not_cloned',
      'The rows of this dataset are in a database table, and a clone would change the same rows. Export them and upload the file as a new dataset.',
    );
  }
  const copies = rows.map(({ id, version }) => ({ id, version })).toSorted((a, b) => a.version - b.version);
  const latest = copies.at(-1);
  if (latest) await setLatestVersion(trx, copy.into, latest.id);
  return copies;
}

export async function isObjectUsed(db: Db, objectKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('versions')
    .select('id')
    .where('object_key', '=', objectKey)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The same for an object whose process died or lost the connection: its commit may still be running in the database, so this
 * waits for all open writes of versions. Fails when that takes too long.
 */
export async function isObjectUsedAfterCommits(db: Db, objectKey: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '5s'`.execute(trx);
    await sql`LOCK TABLE versions IN SHARE MODE`.execute(trx);
    return isObjectUsed(trx, objectKey);
  });
}
