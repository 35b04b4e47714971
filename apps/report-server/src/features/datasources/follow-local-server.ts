import type { SecretBox } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { passwordPurpose } from './fields.ts';

/**
 * Updates the datasources that read the sample database of a local installation to its current address: its port and the password of
 * its reader may change between starts. Others stay as they are, and a datasource that was deleted stays deleted.
 *
 * @param reader address of the sample database, with the login that reads it
 */
export async function followLocalServer(
  { db, secretBox }: { db: Db; secretBox: SecretBox },
  reader: URL,
): Promise<void> {
  const [host, port] = [reader.hostname, Number(reader.port)];
  const found = await db
    .selectFrom('datasources')
    .select(['id', 'port', 'host', 'sslmode', 'username', 'password_sealed', 'revision'])
    .where('database', '=', reader.pathname.slice(1))
    .where('username', '=', decodeURIComponent(reader.username))
    .where('host', 'in', [host, 'localhost', '127.0.0.1', '::1'])
    .execute();
  const password = decodeURIComponent(reader.password);
  for (const { id, revision, password_sealed: sealed, ...login } of found) {
    const isSame = login.host === host && login.port === port;
    if (isSame && secretBox.open(sealed, passwordPurpose(login)) === password) continue;
    await db
      .updateTable('datasources')
      .set({
        ...{ host, port, revision: revision + 1 },
        password_sealed: secretBox.seal(password, passwordPurpose({ ...login, host, port })),
      })
      .where('id', '=', id)
      .execute();
  }
}
