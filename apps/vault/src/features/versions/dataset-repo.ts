import { sql } from 'kysely';
import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { portalKey } from '../access/dataset-guard.ts';
import type { Author, CheckedFile, Dataset, Description, LockedDataset } from './types.ts';

const COLUMNS = [
  'id',
  'name',
  'type',
  'title',
  'description',
  'tags',
  'citation',
  'attribution',
  'keywords',
  'notes',
  'folder_id as folderId',
  'owner_id as ownerId',
  'owner',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'described_at as describedAt',
  'described_by as describedBy',
  'archived_at as archivedAt',
  'legacy_keys as legacyKeys',
] as const;

function withKey<Row extends Pick<Dataset, 'id' | 'legacyKeys'>>(row: Row) {
  return { ...row, resourceKey: portalKey(row.id, row.legacyKeys) };
}

export async function findDataset(db: Db, name: string): Promise<Dataset | null> {
  const row = await db.selectFrom('datasets').select(COLUMNS).where('name', '=', name).executeTakeFirst();
  return row ? withKey(row) : null;
}

export async function findDatasetId(db: Db, name: string): Promise<number | null> {
  const row = await db.selectFrom('datasets').select('id').where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

/** The dataset that had a name before it was renamed, unless another dataset has taken the name since. */
export async function findDatasetIdByFormerName(db: Db, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('former_names')
    .select('dataset_id')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.dataset_id ?? null;
}

export async function findDatasetById(db: Db, id: number): Promise<Dataset | null> {
  const row = await db.selectFrom('datasets').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row ? withKey(row) : null;
}

/** The dataset, locked until the transaction ends, so that its versions are numbered without gaps. */
export async function lockDataset(trx: Db, id: number): Promise<LockedDataset | null> {
  const row = await trx
    .selectFrom('datasets')
    .select(COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const latest = await trx
    .selectFrom('versions')
    .select(['id', 'version', 'sha256', 'project_id', 'operation', 'datasource_type'])
    .where('dataset_id', '=', row.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) return { ...withKey(row), latest: null };
  const { project_id: projectId, datasource_type: datasourceType, ...rest } = latest;
  return { ...withKey(row), latest: { ...rest, projectId, datasourceType } };
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
    .returning(COLUMNS)
    .executeTakeFirst();
  if (!row) {
    throw conflict(
      'vault.name_taken',
      `A dataset named "${name}" was created in the meantime. Try again to add a version to it, or choose another name.`,
    );
  }
  // After the insert, which waits for a transaction that is releasing the name.
  await deleteFormerName(trx, name);
  return { ...withKey(row), latest: null };
}

/** In the transaction in which a dataset takes a name: links by it lead to this dataset, not to one that had it before. */
async function deleteFormerName(trx: Db, name: string): Promise<void> {
  await trx.deleteFrom('former_names').where('name', '=', name).execute();
}

export async function setLatestVersion(trx: Db, datasetId: number, versionId: number): Promise<void> {
  await trx
    .updateTable('datasets')
    .set({ latest_version_id: versionId, updated_at: sql<Date>`now()` })
    .where('id', '=', datasetId)
    .execute();
}

/** Replaces the description. The caller holds the lock of the dataset. */
export async function saveDescription(
  trx: Db,
  id: number,
  { by, ...fields }: Description & { by: string | null },
): Promise<Dataset> {
  const now = sql<Date>`now()`;
  const row = await trx
    .updateTable('datasets')
    .set({ ...fields, described_at: now, described_by: by, updated_at: now })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return withKey(row);
}

/** Links by the former name still lead to the dataset. Fails with a unique violation of `datasets_name_key` when the name is taken. */
export async function updateName(
  trx: Db,
  { id, name }: Dataset,
  renamed: { name: string; title: string },
): Promise<void> {
  await trx
    .updateTable('datasets')
    .set({ ...renamed, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await deleteFormerName(trx, renamed.name);
  await trx
    .insertInto('former_names')
    .values({ name, dataset_id: id })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ dataset_id: id }))
    .execute();
}

export async function updateArchived(trx: Db, id: number, archived: boolean): Promise<void> {
  const archivedAt = archived ? sql<Date>`now()` : null;
  await trx.updateTable('datasets').set({ archived_at: archivedAt }).where('id', '=', id).execute();
}

export async function updateFolder(trx: Db, id: number, folderId: number | null): Promise<void> {
  await trx.updateTable('datasets').set({ folder_id: folderId }).where('id', '=', id).execute();
}

/** Deletes its versions, too. */
export async function deleteDatasetRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('datasets').where('id', '=', id).execute();
}

/** The source of a clone: none of its versions can be deleted until the transaction ends. */
export async function shareDataset(trx: Db, id: number): Promise<Dataset | null> {
  const row = await trx
    .selectFrom('datasets')
    .select(COLUMNS)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  return row ? withKey(row) : null;
}

export interface NewClone {
  id: number;
  sourceId: number;
  name: string;
  title: string;
  folderId: number | null;
  owner: Author;
  /** Whether the description is copied. */
  withMetadata: boolean;
}

/** False when the name is taken. */
export async function insertClone(trx: Db, clone: NewClone): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO datasets (id, name, title, type, folder_id, owner_id, owner,
      description, tags, citation, attribution, keywords, notes)
    SELECT ${clone.id}::bigint, ${clone.name}, ${clone.title}, type, ${clone.folderId}::bigint, ${clone.owner.id}::int, ${clone.owner.username},
      ${clone.withMetadata ? sql`description, tags, citation, attribution, keywords, notes` : sql`'', '{}', '', '', '{}', ''`}
    FROM datasets WHERE id = ${clone.sourceId}
    ON CONFLICT (name) DO NOTHING RETURNING id`.execute(trx);
  await deleteFormerName(trx, clone.name);
  return rows.length > 0;
}
