import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { refuseReleasedName } from '../portal-sync/released-names.ts';
import { toRowColumns } from './row-numbers.ts';
import type { RowNumbers } from './row-numbers.ts';
import type { CheckedFile, Elsewhere, Author, Origin } from './ingest-types.ts';

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
    datasourceType: 'file' | Elsewhere['datasourceType'];
  } | null;
}

/** The dataset, locked until the transaction ends: versions of one dataset are numbered one after the other. */
export async function lockDataset(trx: Db, name: string): Promise<LockedDataset | null> {
  return lock(trx, (row) => row.where('name', '=', name));
}

export async function lockDatasetById(trx: Db, id: number): Promise<LockedDataset | null> {
  return lock(trx, (row) => row.where('id', '=', id));
}

/** The dataset to which a version belongs, locked in the same way. */
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

/** A new dataset. AppError `conflict` when the name was taken or given up since the upload began. */
export async function insertDataset(
  trx: Db,
  dataset: { name: string; type: CheckedFile['type']; folderId: number | null; owner: Author },
): Promise<LockedDataset> {
  const { name, type, folderId, owner } = dataset;
  const row = await trx
    .insertInto('datasets')
    .values({ name, type, title: name, folder_id: folderId, owner_id: owner.id, owner: owner.username })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!row) {
    throw conflict(
      'vault.name_taken',
      `A dataset "${name}" came into being while the work was under way; do it again to add a new version, or choose another name.`,
    );
  }
  // Only now: the insert has waited for whoever was giving the name up.
  await refuseReleasedName(trx, name);
  return { id: row.id, name, title: name, type, archived: false, latest: null };
}

export async function insertVersion(
  trx: Db,
  version: {
    dataset: LockedDataset;
    projectId: number;
    file: CheckedFile;
    place: { objectKey: string | null; elsewhere: Elsewhere | null };
    maker: Author;
    origin: Origin;
    rowNumbers: RowNumbers | null;
  },
): Promise<{ id: number; version: number }> {
  const { dataset, file, maker, origin, rowNumbers } = version;
  const { objectKey, elsewhere } = version.place;
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
      ...(elsewhere
        ? { datasource_type: elsewhere.datasourceType, source: JSON.stringify(elsewhere.source) }
        : {}),
      created_by_id: maker.id,
      created_by: maker.username,
      ...(rowNumbers ? toRowColumns(rowNumbers) : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('datasets')
    .set({ latest_version_id: row.id, updated_at: sql<Date>`now()` })
    .where('id', '=', dataset.id)
    .execute();
  return { id: row.id, version: number };
}

export async function datasetExists(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('datasets').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
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
 * The same for an object whose maker is dead or heard no answer: its commit may still be on its way in the database, so
 * that whoever is writing versions is waited for. Fails when that takes too long.
 */
export async function isObjectUsedForSure(db: Db, objectKey: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`SET LOCAL lock_timeout = '5s'`.execute(trx);
    await sql`LOCK TABLE versions IN SHARE MODE`.execute(trx);
    return isObjectUsed(trx, objectKey);
  });
}
