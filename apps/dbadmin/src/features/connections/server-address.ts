import type { Db } from '../../db/handle.ts';
import { connectionMoved, noSuchConnection } from './errors.ts';
import { findHostAndPort, lockHostAndPort } from './repo.ts';

/** A connection, and the host and port it led to when a request was checked. */
export interface ServerAddress {
  connectionId: number;
  server: string;
}

/** @throws {AppError} not_found */
export async function readServerAddress(db: Db, connectionId: number): Promise<ServerAddress> {
  return toServerAddress(connectionId, await findHostAndPort(db, connectionId));
}

/**
 * Requires that a connection still leads to the same server, and keeps it so until the end of the transaction.
 * @throws {AppError} conflict when it was changed in the meantime, not_found when it was deleted.
 */
export async function requireSameAddress(trx: Db, { connectionId, server }: ServerAddress): Promise<void> {
  const now = toServerAddress(connectionId, await lockHostAndPort(trx, connectionId));
  if (now.server !== server) throw connectionMoved();
}

function toServerAddress(
  connectionId: number,
  row: { host: string; port: number } | undefined,
): ServerAddress {
  if (!row) throw noSuchConnection(connectionId);
  return { connectionId, server: addressText(row) };
}

/** Identifies the server of a connection among others. */
export function addressText({ host, port }: { host: string; port: number }): string {
  return `${host}:${port}`;
}
