import { createHash } from 'node:crypto';
import type { PortalRegistry } from '@cairn/auth';
import type { Jobs } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { readServerIdentifier } from '../../connections/inspect-login.ts';
import { refuseForeignTables } from '../../connections/registered.ts';
import { lockTableName } from '../../connections/repo.ts';
import { requireMayUse } from '../../connections/saved.ts';
import type { SavedConnections } from '../../connections/saved.ts';
import { markRegistered } from '../../datasets/repo.ts';
import { findOpenFolder } from '../../folders/open-folder.ts';
import type { Rights } from '../../jobs/requester.ts';
import { refuseReleasedName } from '../../portal-sync/released-names.ts';
import type { Author } from '../../versions/types.ts';
import { registerDataset, registerLater } from '../../versions/registration.ts';
import { insertDataset } from '../../versions/write-repo.ts';
import { insertTableVersion } from './repo.ts';
import { readTableSchema } from './server-schema.ts';
import type { TableSource } from './types.ts';

export interface RegisterDeps {
  db: Db;
  jobs: Jobs;
  connections: SavedConnections;
  auth: Rights;
  registry: PortalRegistry | null;
}

export interface NewTableDataset {
  name: string;
  folderId: number | null;
  projectId: number;
  source: TableSource;
}

/** Creates a dataset from a table of a saved database and registers it with the portal. @throws {AppError} as below */
export async function registerTable(
  deps: RegisterDeps,
  dataset: NewTableDataset,
  actor: Actor,
): Promise<{ versionId: number }> {
  const { db, auth, registry } = deps;
  const { name, folderId, source } = dataset;
  await requireMayUse({ db, auth }, source.connectionId, actor);
  await refuseReleasedName(db, name);
  if (folderId !== null) await findOpenFolder(db, folderId, actor);
  const author = { id: actor.id, username: actor.username };
  const { datasetId, versionId } = await createTableDataset(deps, dataset, author);
  // If the portal does not answer now, the queued job registers the dataset there.
  await registerDataset(registry, { name, title: name, ownerId: author.id });
  await markRegistered(db, datasetId);
  return { versionId };
}

/**
 * Creates a dataset with one version, whose rows stay in the table and change there.
 * @throws {AppError} conflict for a name that is in use, unprocessable for a column without geometries, forbidden for a table of
 * a dataset that the author may not edit: through the new dataset they could edit its rows.
 */
export async function createTableDataset(
  { db, auth, connections, jobs }: Omit<RegisterDeps, 'registry'>,
  { name, folderId, projectId, source }: NewTableDataset,
  author: Author,
): Promise<{ datasetId: number; versionId: number }> {
  const target = await connections.use(source.connectionId, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT current_database()::text AS name');
    const database = { database: rows[0]!.name, serverIdentifier: await readServerIdentifier(client) };
    const { columns } = await readTableSchema(client, source);
    if (columns.find((each) => each.name === source.geometryColumn)?.type !== 'geometry')
      throw noGeometryColumn(source);
    return database;
  });
  // Takes the place of a hash of bytes: it identifies the table.
  const sourceHash = createHash('sha256')
    .update(JSON.stringify([source.connectionId, source.schema, source.table, source.geometryColumn]))
    .digest('hex');
  const ids = await db.transaction().execute(async (trx) => {
    const { id: datasetId } = await insertDataset(trx, { name, type: 'vector', folderId, owner: author });
    await lockTableName(trx, target, source);
    const requestedBy = author.id === null ? null : String(author.id);
    await refuseForeignTables({ db: trx, auth }, { target, requestedBy }, [source]);
    const versionId = await insertTableVersion(trx, { datasetId, projectId, source, sourceHash, author });
    await registerLater(trx, jobs, { datasetId, requestedBy: author.id });
    return { datasetId, versionId };
  });
  void jobs.dispatch();
  return ids;
}

function noGeometryColumn({ schema, table, geometryColumn }: TableSource) {
  return unprocessable(
    'vault.no_geometry_column',
    `${schema}.${table} has no geometry column "${geometryColumn}". Choose another.`,
  );
}
