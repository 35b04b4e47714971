import type { TableName } from '@cairn/geo';
import type { Db } from '../../db/handle.ts';
import { noSuchConnection } from './errors.ts';
import { findTarget } from './repo.ts';
import type { SavedConnections } from './saved-connections.ts';
import { listRelatedTables, readServerIdentifier } from './server-queries.ts';
import type { LoadTarget } from './types.ts';

/**
 * The database of a saved connection, and the tables that share rows with a named one. Only the server itself says which one it is.
 * @throws {AppError} not_found, unavailable
 */
export async function readTarget(
  { db, connections }: { db: Db; connections: SavedConnections },
  connectionId: number,
  { table, signal }: { table?: TableName; signal?: AbortSignal },
): Promise<{ target: LoadTarget; tables: TableName[] }> {
  const target = await findTarget(db, connectionId);
  if (!target) throw noSuchConnection(connectionId);
  return connections.use(
    connectionId,
    async (client) => {
      // First: without the privilege for its identifier, the transaction ends.
      const tables = table ? await listRelatedTables(client, [table]) : [];
      return { tables, target: { ...target, serverIdentifier: await readServerIdentifier(client) } };
    },
    { readOnly: true, signal },
  );
}
