import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { dropFormerName } from '../datasets/repo.ts';
import { toRowColumns } from './row-numbers.ts';
import { NEXT_ROWS } from './row-numbers-repo.ts';
import type { Author, CheckedFile, ExternalSource, Origin, RowNumbers, Version } from './types.ts';

export interface LockedDataset {
  id: number;
  name: string;
  title: string;
  type: 'vector' | 'raster';
  archived: boolean;
  latest: {
    id: number;
    version: number;
    sha256: string;
    projectId: number;
    operation: string;
    datasourceType: Version['datasourceType'];
  } | null;
}

/** The dataset, locked until the transaction ends, so that its versions are numbered without gaps. */
export async function lockDataset(trx: Db, name: string): Promise<LockedDataset | null> {
  return lock(trx, (row) => row.where('name', '=', name));
}

export async function lockDatasetById(trx: Db, id: number): Promise<LockedDataset | null> {
  return lock(trx, (row) => row.where('id', '=', id));
}

/** The dataset of a version, locked in the same way. */
export async function lockDatasetOf(trx: Db, versionId: number): Promise<LockedDataset | null> {
  return lock(trx, (row) =>
    row.where('id', '=', (eb) =>
      eb.selectFrom('versions').select('dataset_id').where('versions.id', '=', versionId),
    ),
  );
}

function rowOf(trx: Db) {
  return trx.selectFrom('datasets').select(['id', 'name', 'title', 'type', 'archived_at']);
}

type Row = ReturnType<typeof rowOf>;

async function lock(trx: Db, choose: (row: Row) => Row): Promise<LockedDataset | null> {
  const row = await choose(rowOf(trx)).forUpdate().executeTakeFirst();
  if (!row) return null;
  const latest = await trx
    .selectFrom('versions')
    .select(['id', 'version', 'sha256', 'project_id', 'operation', 'datasource_type'])
    .where('dataset_id', '=', row.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    id: row.id,
    name: row.name,
    title: row.title,
    type: row.type,
    archived: row.archived_at !== null,
    latest: latest
      ? {
          id: latest.id,
          version: latest.version,
          sha256: latest.sha256,
          projectId: latest.project_id,
          operation: latest.operation,
          datasourceType: latest.datasource_type,
        }
      : null,
  };
}

/** Creates a dataset. @throws {AppError} conflict when the name was taken or released since the upload began. */
export async function insertDataset(
  trx: Db,
  dataset: { id: number; name: string; type: CheckedFile['type']; folderId: number | null; owner: Author },
): Promise<LockedDataset> {
  const { id, name, type, folderId, owner } = dataset;
  const row = await trx
    .insertInto('datasets')
    .values({ id, name, type, title: name, folder_id: folderId, owner_id: owner.id, owner: owner.username })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) {
    throw conflict(
      'vault.name_taken',
      `A dataset named "${name}" was created in the meantime. Try again to add a version to it, or choose another name.`,
    );
  }
  // After the insert, which waits for a transaction that is releasing the name.
  await dropFormerName(trx, name);
  return { id: row.id, name, title: name, type, archived: false, latest: null };
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

async function setLatestVersion(trx: Db, datasetId: number, versionId: number): Promise<void> {
  await trx
    .updateTable('datasets')
    .set({ latest_version_id: versionId, updated_at: sql<Date>`now()` })
    .where('id', '=', datasetId)
    .execute();
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
