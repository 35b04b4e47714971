import { createDatabase } from '@cairn/db';
import { createSecretBox } from '@cairn/service';
import type { ReportServerDatabase } from './db/schema.ts';
import { followLocalServer } from './features/datasources/follow-local-server.ts';

/** Run by `npm start` before the service: the port of its PostgreSQL may change between starts. */
process.umask(0o077);
const { DATABASE_URL: url = '', ENCRYPTION_KEYS: keys, SAMPLE_DATABASE_URL: reader = '' } = process.env;
const database = createDatabase<ReportServerDatabase>({
  url,
  schema: 'report_server',
  max: 1,
  applicationName: 'report server start',
});
try {
  await followLocalServer({ db: database.db, secretBox: createSecretBox({ keys }) }, new URL(reader));
} finally {
  await database.close();
}
