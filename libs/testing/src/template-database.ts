import type pg from 'pg';
import { withAdmin } from '@cairn/topology/provision';

/**
 * Makes a database to copy from unless it is there. `make` fills the database `unfinished`, which gets its name when it is
 * complete. `name` is a plain identifier.
 */
export async function ensureMade(
  clusterUrl: string,
  name: string,
  make: (client: pg.Client, unfinished: string) => Promise<void>,
): Promise<void> {
  await withAdmin(clusterUrl, async (client) => {
    // Test files start at the same moment in several processes: one builds, the others wait here.
    await client.query(`SELECT pg_advisory_lock(hashtext('cairn_test_template'))`);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount) return;
    const unfinished = `${name}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await make(client, unfinished);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  });
}
