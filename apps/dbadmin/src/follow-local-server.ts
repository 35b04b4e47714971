import { createDatabase } from '@cairn/db';
import { createSecretBox } from '@cairn/service';
import type { DbadminDatabase } from './db/schema.ts';
import { followLocalServer } from './features/connections/follow-local-server.ts';

/** Run by `npm start` before the service: the port of its PostgreSQL may change between starts. */
process.umask(0o077);
const { DATABASE_URL: url = '', ENCRYPTION_KEYS: keys, OWN_SERVER_URL: ownServer = '' } = process.env;
const database = createDatabase<DbadminDatabase>({
  url,
  schema: 'dbadmin',
  max: 1,
  applicationName: 'dbadmin start',
});
try {
  const secretBox = createSecretBox({ keys });
  await followLocalServer({ db: database.db, secretBox }, new URL(ownServer));
} finally {
  await database.close();
}
