import { conflict } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { noSuchConnection } from '../servers/service.ts';

/** A connection, and the host and port that it led to when everything was checked. */
export interface ServerAddress {
  connectionId: number;
  server: string;
}

/** Where a connection leads now. AppError `not_found` for one that is not there. */
export async function readServerAddress(db: Db, connectionId: number): Promise<ServerAddress> {
  const row = await hostOf(db, connectionId).executeTakeFirst();
  return toServerAddress(connectionId, row);
}

/**
 * Until the end of the transaction a connection leads where it led when everything was checked. AppError `conflict` when it was
 * moved meanwhile, `not_found` when it is gone.
 */
export async function requireSameAddress(trx: Db, { connectionId, server }: ServerAddress): Promise<void> {
  const now = toServerAddress(connectionId, await hostOf(trx, connectionId).forKeyShare().executeTakeFirst());
  if (now.server === server) return;
  throw conflict(
    'dbadmin.connection_moved',
    'The connection was moved to another server just now; look what is there, then try again.',
  );
}

function hostOf(db: Db, connectionId: number) {
  return db.selectFrom('connections').select(['host', 'port']).where('id', '=', connectionId);
}

function toServerAddress(
  connectionId: number,
  row: { host: string; port: number } | undefined,
): ServerAddress {
  if (!row) throw noSuchConnection(connectionId);
  return { connectionId, server: addressText(row) };
}

/** How the server of a connection is told from others. */
export function addressText({ host, port }: { host: string; port: number }): string {
  return `${host}:${port}`;
}
