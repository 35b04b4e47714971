import { createHash } from 'node:crypto';
import type { Jobs } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';
import type { Db } from '../../../db/handle.ts';
import { insertDataset } from '../../versions/write-repo.ts';
import { registerLater } from '../../versions/registration.ts';
import type { Author } from '../../versions/types.ts';
import type { Rights } from '../../jobs/requester.ts';
import { readServerIdentifier } from '../../connections/inspect-login.ts';
import { refuseForeignTables } from '../../connections/registered.ts';
import { lockTableName } from '../../connections/repo.ts';
import type { SavedConnections } from '../../connections/saved.ts';
import { insertTableVersion } from './repo.ts';
import { readTableSchema } from './table-schema.ts';
import type { TableSource } from './types.ts';

export interface RegisterDeps {
  db: Db;
  jobs: Jobs;
  connections: SavedConnections;
  auth: Rights;
}

/**
 * Creates a dataset of a table in a saved database: one version, whose rows stay in the table and change there.
 * @throws {AppError} conflict when the name is taken, unprocessable when the column holds no geometries, forbidden when the table
 * belongs to a dataset that the maker may not edit: through the new dataset its owner would edit the same rows.
 */
export async function registerTable(
  { db, jobs, connections, auth }: RegisterDeps,
  dataset: { name: string; folderId: number | null; projectId: number; maker: Author; source: TableSource },
): Promise<{ datasetId: number; versionId: number }> {
  const { source, maker, name, folderId, projectId } = dataset;
  const { target, schema } = await connections.use(source.connectionId, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT current_database()::text AS name');
    const target = { database: rows[0]!.name, serverIdentifier: await readServerIdentifier(client) };
    return { target, schema: await readTableSchema(client, source) };
  });
  const column = schema.columns.find((each) => each.name === source.geometryColumn);
  if (column?.type !== 'geometry') {
    throw unprocessable(
      'vault.no_geometry_column',
      `${source.schema}.${source.table} has no geometry column "${source.geometryColumn}"; choose another.`,
    );
  }
  // Not the hash of bytes: it tells this table from others.
  const place = createHash('sha256')
    .update(JSON.stringify([source.connectionId, source.schema, source.table, source.geometryColumn]))
    .digest('hex');
  const made = await db.transaction().execute(async (trx) => {
    const row = await insertDataset(trx, { name, type: 'vector', folderId, owner: maker });
    await lockTableName(trx, target, source);
    const requestedBy = maker.id === null ? null : String(maker.id);
    await refuseForeignTables({ db: trx, auth }, { target, requestedBy }, [source]);
    const versionId = await insertTableVersion(trx, { datasetId: row.id, projectId, source, place, maker });
    await registerLater(trx, jobs, { datasetId: row.id, requestedBy: maker.id });
    return { datasetId: row.id, versionId };
  });
  void jobs.dispatch();
  return made;
}
