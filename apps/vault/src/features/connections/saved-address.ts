import type { ServerAddress } from '@cairn/db';
import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { SourceError } from '../content/errors.ts';
import { findConnection } from './repo.ts';

/** Purpose of a sealed password: one role of one server, so that a row with another address cannot open it. */
export function connectionPurpose({
  host,
  port,
  user,
}: Pick<ServerAddress, 'host' | 'port' | 'user'>): string {
  return `vault.connections ${JSON.stringify([host, port, user])}`;
}

/** A saved connection with its password. @throws {SourceError} unavailable when it no longer exists. */
export async function savedAddress(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  id: number,
): Promise<ServerAddress> {
  const saved = await findConnection(db, id);
  if (!saved) {
    throw new SourceError({
      kind: 'unavailable',
      code: 'vault.no_such_connection',
      message: `The saved connection ${id} of this dataset no longer exists.`,
    });
  }
  const { sealedPassword, ownerId: _owner, ...address } = saved;
  return { ...address, password: secretBox.open(sealedPassword, connectionPurpose(address)) };
}
