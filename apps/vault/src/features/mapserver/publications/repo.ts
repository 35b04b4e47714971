import { sql } from 'kysely';
import type { Db } from '../../../db/handle.ts';
import type { VisibleDatasets } from '../../access/repo.ts';
import { isVisible } from '../../access/repo.ts';
import type { Publication, Replacement } from './types.ts';

function selectPublications(db: Db) {
  return db
    .selectFrom('mapserver_publications as p')
    .leftJoin('datasets as d', 'd.id', 'p.dataset_id')
    .leftJoin('mapserver_connections as c', 'c.id', 'p.connection_id')
    .leftJoin('jobs as j', 'j.id', 'p.job_id')
    .select([
      'p.id',
      'p.dataset_id as datasetId',
      'p.version_id as versionId',
      'p.version',
      'p.connection_id as connectionId',
      'p.server_url as serverUrl',
      'p.workspace',
      'p.store',
      'p.layer',
      'p.style',
      'p.type',
      'p.layers',
      'p.claimed',
      'p.job_id as jobId',
      'j.kind as jobKind',
      'j.status as jobStatus',
      'p.requested_by as requestedBy',
      'p.requested_at as requestedAt',
      'p.published_at as publishedAt',
    ])
    .select(sql<string>`coalesce(d.name, p.dataset_name)`.as('dataset'))
    .select(sql<string>`coalesce(c.name, p.connection_name)`.as('connection'))
    .select(sql<Replacement | null>`p.replacement`.as('replacement'))
    .select(sql<string | null>`j.errors -> -1 ->> 'message'`.as('jobError'));
}

export async function findPublication(db: Db, id: number): Promise<Publication | null> {
  return (await selectPublications(db).where('p.id', '=', id).executeTakeFirst()) ?? null;
}

export async function findPublicationByStore(
  db: Db,
  { serverUrl, workspace, store }: Pick<Publication, 'serverUrl' | 'workspace' | 'store'>,
): Promise<Publication | null> {
  const row = await selectPublications(db)
    .where('p.server_url', '=', serverUrl)
    .where(sql`lower(p.workspace)`, '=', workspace.toLowerCase())
    .where(sql`lower(p.store)`, '=', store.toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}

export function listPublicationsOfDataset(db: Db, datasetId: number): Promise<Publication[]> {
  return selectPublications(db).where('p.dataset_id', '=', datasetId).orderBy('p.id', 'desc').execute();
}

/** Newest first; `deleted` includes those whose dataset was deleted. */
export function listPublicationsOfServer(
  db: Db,
  connectionId: number,
  { visible, deleted }: { visible: VisibleDatasets; deleted: boolean },
): Promise<Publication[]> {
  let query = selectPublications(db).where('p.connection_id', '=', connectionId).orderBy('p.id', 'desc');
  if (!deleted) query = query.where('p.dataset_id', 'is not', null);
  if (visible !== 'all') {
    query = query.where((eb) => eb.or([eb('p.dataset_id', 'is', null), isVisible('p.dataset_id', visible)]));
  }
  return query.execute();
}

type NewPublication = Pick<
  Publication,
  'dataset' | 'connection' | 'serverUrl' | 'workspace' | 'store' | 'layer' | 'style' | 'type' | 'requestedBy'
> & { datasetId: number; connectionId: number; requestedById: number | null };

export async function insertPublication(db: Db, publication: NewPublication): Promise<number> {
  const { id } = await db
    .insertInto('mapserver_publications')
    .values({
      dataset_id: publication.datasetId,
      dataset_name: publication.dataset,
      connection_id: publication.connectionId,
      connection_name: publication.connection,
      server_url: publication.serverUrl,
      workspace: publication.workspace,
      store: publication.store,
      layer: publication.layer,
      style: publication.style,
      type: publication.type,
      requested_by_id: publication.requestedById,
      requested_by: publication.requestedBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A new request for an existing publication. */
export async function renewPublication(
  db: Db,
  id: number,
  request: Pick<Publication, 'layer' | 'style' | 'requestedBy'> & {
    connectionId: number;
    requestedById: number | null;
  },
): Promise<void> {
  await db
    .updateTable('mapserver_publications')
    .set({
      connection_id: request.connectionId,
      layer: request.layer,
      style: request.style,
      requested_by_id: request.requestedById,
      requested_by: request.requestedBy,
      requested_at: new Date(),
    })
    .where('id', '=', id)
    .execute();
}

export async function setPublicationJob(db: Db, id: number, jobId: number): Promise<void> {
  await db.updateTable('mapserver_publications').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** Before the store is changed: from now on nothing counts as published, and the store may be on the server. */
export async function claimStore(db: Db, id: number): Promise<void> {
  const nothing = { claimed: true, published_at: null, layers: [], version: null, version_id: null };
  await db.updateTable('mapserver_publications').set(nothing).where('id', '=', id).execute();
}

/** The store is known to be gone. */
export async function releaseStore(db: Db, id: number): Promise<void> {
  await db.updateTable('mapserver_publications').set({ claimed: false }).where('id', '=', id).execute();
}

/** What there is to undo on the map server, before it is done; null when nothing is left. */
export async function saveReplacement(db: Db, id: number, replacement: Replacement | null): Promise<void> {
  const json = replacement && JSON.stringify(replacement);
  await db.updateTable('mapserver_publications').set({ replacement: json }).where('id', '=', id).execute();
}

export async function savePublished(
  db: Db,
  id: number,
  { versionId, version, layers }: { versionId: number; version: number; layers: string[] },
): Promise<void> {
  await db
    .updateTable('mapserver_publications')
    .set({ version_id: versionId, version, layers, published_at: new Date() })
    .where('id', '=', id)
    .execute();
}

export async function deletePublication(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mapserver_publications').where('id', '=', id).execute();
}

/** For a workspace that was deleted with its stores. */
export async function deletePublicationsOfWorkspace(
  db: Db,
  { serverUrl, workspace }: Pick<Publication, 'serverUrl' | 'workspace'>,
): Promise<void> {
  await db
    .deleteFrom('mapserver_publications')
    .where('server_url', '=', serverUrl)
    .where('workspace', '=', workspace)
    .execute();
}

/** Locks the row until the transaction ends, so that two requests do not start two jobs for one store. */
export async function lockPublication(trx: Db, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('mapserver_publications')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}
