import { badRequest } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { Servers } from '../servers/service.ts';
import { saveHbaPath } from './repo.ts';

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
    const { rows } = await client.query<{ hba_file: string | null }>(
      `SELECT current_setting('hba_file', true) AS hba_file`,
    );
    return rows[0]?.hba_file ?? null;
  });
  if (path !== own) {
    throw badRequest(
      'dbadmin.not_the_hba_file',
      'This is not the host-based authentication file of that server; take the path that SHOW hba_file tells there.',
    );
  }
  return saveHbaPath(db, id, path);
}
