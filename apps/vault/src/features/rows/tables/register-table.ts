import { createHash } from 'node:crypto';
import { checkTableName } from '@cairn/geo';
import type { TableName } from '@cairn/geo';
import type { Jobs } from '@cairn/jobs';
import type { Actor, AuditContext } from '@cairn/service';
import type pg from 'pg';
import type { Db } from '../../../db/handle.ts';
import { recordAudit } from '../../audit/repo.ts';
import type { AuditRecord } from '../../audit/repo.ts';
import {
  listRelatedTables,
  readDatabaseName,
  readServerIdentifier,
} from '../../connections/server-queries.ts';
import { refuseForeignTables, requireConnectionUse } from '../../connections/rights.ts';
import { noSuchConnection } from '../../connections/errors.ts';
import { holdConnection, lockTableName } from '../../connections/repo.ts';
import type { SavedConnections } from '../../connections/saved-connections.ts';
import type { LoadTarget } from '../../connections/types.ts';
import { findOpenFolder } from '../../folders/open-folder.ts';
import type { UserRights } from '../../access/dataset-guard.ts';
import type { PortalSync } from '../../portal-sync/portal-sync.ts';
import { insertDataset } from '../../versions/dataset-repo.ts';
import type { Author } from '../../versions/types.ts';
import { geometryColumnMissing, noGeometryColumn } from './errors.ts';
import { insertTableVersion } from './repo.ts';
import { readTableSchema } from './server-schema.ts';
import { listGeometryColumns } from './spatial-tables.ts';
import type { TableSource } from './types.ts';

export interface RegisterDeps {
  db: Db;
  jobs: Jobs;
  connections: SavedConnections;
  auth: UserRights;
  portalSync: PortalSync;
}

export interface NewTableDataset {
  name: string;
  folderId: number | null;
  projectId: number;
  source: TableSource;
  cause: AuditContext;
}

/** Creates a dataset from a table of a saved database. @throws {AppError} as below */
export async function registerTable(
  deps: RegisterDeps,
  dataset: NewTableDataset,
  actor: Actor,
): Promise<{ versionId: number }> {
  const { db, auth } = deps;
  const { folderId, source } = dataset;
  checkTableName({ schema: source.schema, table: source.table });
  await requireConnectionUse({ db, auth }, source.connectionId, actor);
  if (folderId !== null) await findOpenFolder(db, folderId, actor);
  const author = { id: actor.id, username: actor.username };
  return createTableDataset(deps, dataset, author);
}

/**
 * Creates a dataset with one version, whose rows stay in the table and change there.
 * @throws {AppError} conflict for a name that is in use, unprocessable for a column without geometries, forbidden for a table of
 * a dataset that the author may not edit: through the new dataset they could edit its rows.
 */
export async function createTableDataset(
  { db, auth, connections, jobs, portalSync }: RegisterDeps,
  { name, folderId, projectId, source: named, cause }: NewTableDataset,
  author: Author,
): Promise<{ versionId: number }> {
  const { target, tables, ...source } = await connections.use(named.connectionId, async (client) => {
    const database = await readDatabaseName(client);
    const serverIdentifier = await readServerIdentifier(client);
    const geometryColumn = named.geometryColumn ?? (await onlyGeometryColumn(client, named));
    const { columns } = await readTableSchema(client, { ...named, geometryColumn });
    if (columns.find((each) => each.name === geometryColumn)?.type !== 'geometry')
      throw noGeometryColumn(named);
    const tables = await listRelatedTables(client, [{ schema: named.schema, table: named.table }]);
    return { ...named, geometryColumn, tables, target: { database, serverIdentifier } };
  });
  const datasetId = await portalSync.registerNew({ name, ownerId: author.id });
  const versionId = await db.transaction().execute((trx) =>
    insertTableDataset(trx, auth, {
      ...{ datasetId, name, folderId, projectId, source, tables, target, author, cause },
    }),
  );
  void jobs.dispatch();
  return { versionId };
}

/** In the caller's transaction: a dataset that is registered with the portal, its version and its audit event. */
export async function insertTableDataset(
  trx: Db,
  auth: UserRights,
  dataset: {
    datasetId: number;
    name: string;
    folderId: number | null;
    projectId: number;
    source: TableSource;
    /** The table, and those that share its rows. */
    tables: TableName[];
    target: LoadTarget;
    author: Author;
    cause: AuditRecord['cause'];
  },
): Promise<number> {
  const { datasetId, name, folderId, projectId, source, tables, target, author, cause } = dataset;
  // Takes the place of a hash of bytes: it identifies the table.
  const sourceHash = createHash('sha256')
    .update(JSON.stringify([source.connectionId, source.schema, source.table, source.geometryColumn]))
    .digest('hex');
  await insertDataset(trx, { id: datasetId, name, type: 'vector', folderId, owner: author });
  if (!(await holdConnection(trx, source.connectionId))) throw noSuchConnection(source.connectionId);
  await lockTableName(trx, target, source);
  const requestedBy = author.id === null ? null : String(author.id);
  await refuseForeignTables({ db: trx, auth }, { target, requestedBy }, tables);
  const details = { version: 1, operation: 'register' };
  await recordAudit(trx, { event: 'dataset.created', cause, datasetId, subject: name, details });
  return insertTableVersion(trx, { datasetId, projectId, source, sourceHash, author });
}

/** @throws {AppError} bad_request for a table with several geometry columns */
async function onlyGeometryColumn(client: pg.ClientBase, table: TableSource): Promise<string | null> {
  const columns = await listGeometryColumns(client, table);
  if (columns.length > 1) throw geometryColumnMissing(table, columns);
  return columns[0] ?? null;
}
