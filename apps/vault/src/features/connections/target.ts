import type { Db } from '../../db/handle.ts';
import { noSuchConnection } from './errors.ts';
import { findTarget } from './repo.ts';
import type { SavedConnections } from './saved-connections.ts';
import { readServerIdentifier } from './server-queries.ts';
import type { LoadTarget } from './types.ts';

/** The database of a saved connection. Only the server itself says which one it is. @throws {AppError} not_found, unavailable */
export async function readTarget(
  { db, connections }: { db: Db; connections: SavedConnections },
  connectionId: number,
  signal?: AbortSignal,
): Promise<LoadTarget> {
  const target = await findTarget(db, connectionId);
  if (!target) throw noSuchConnection(connectionId);
  if (target.serverIdentifier !== null) return target;
  const options = { readOnly: true, signal };
  return { ...target, serverIdentifier: await connections.use(connectionId, readServerIdentifier, options) };
}
