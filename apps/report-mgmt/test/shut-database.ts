import pg from 'pg';
import type { TestReportMgmt } from './test-app.ts';

/** Takes the database of a test away, with all connections to it, until `open`. */
export async function shutDatabase({ database }: Pick<TestReportMgmt, 'database'>) {
  const url = new URL(database.adminUrl);
  const name = url.pathname.slice(1);
  const awayName = `${name}_away`;
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const alter = (from: string, change: string) =>
    client.query(`ALTER DATABASE ${pg.escapeIdentifier(from)} ${change}`);
  await alter(name, 'ALLOW_CONNECTIONS false');
  await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [
    name,
  ]);
  await alter(name, `RENAME TO ${pg.escapeIdentifier(awayName)}`);
  return {
    async open() {
      await alter(awayName, `RENAME TO ${pg.escapeIdentifier(name)}`);
      await alter(name, 'ALLOW_CONNECTIONS true');
      await client.end();
    },
  };
}
