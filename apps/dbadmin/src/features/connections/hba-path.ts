import { toAppError } from '@cairn/db';
import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Servers } from '../servers/service.ts';
import { saveHbaPath } from './repo.ts';

const CONSTRAINTS = {
  connections_managed_server_key: {
    code: 'dbadmin.server_managed',
    message:
      'The network rules of this server are managed through another connection already; use that one, or forget its file first.',
  },
};

/**
 * Keeps where a server's host-based authentication file is. Only what the server itself names is taken, to the letter, so
 * that no other file can ever be meant; blank forgets it.
 */
export async function setHbaPath(
  { db, servers }: { db: Db; servers: Servers },
  id: number,
  sent: string,
): Promise<void> {
  const path = sent.trim();
  if (path === '') return saveHbaPath(db, id, null);
  const own = await servers.ask(id, async (client) => {
    const { rows } = await client.query<{ path: string | null; server: string }>(
      `SELECT current_setting('hba_file', true) AS path, system_identifier::text AS server FROM pg_control_system()`,
    );
    return rows[0];
  });
  if (!own || path !== own.path) {
    throw badRequest(
      'dbadmin.not_the_hba_file',
      'This is not the host-based authentication file of that server; take the path that SHOW hba_file tells there.',
    );
  }
  await saveHbaPath(db, id, { path, server: own.server }).catch((error: unknown) => {
    throw toAppError(error, CONSTRAINTS);
  });
}
