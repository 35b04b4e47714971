import type pg from 'pg';

/**
 * Makes a database to copy from unless it is there. `make` fills the database `unfinished`, which gets its name when it is
 * complete. `name` is a plain identifier.
 */
export async function ensureMade(
  client: pg.Client,
  name: string,
  make: (unfinished: string) => Promise<unknown>,
): Promise<void> {
  if (await exists(client, name)) return;
  // Test files start at the same moment in several processes: one builds, the others wait here.
  await client.query(`SELECT pg_advisory_lock(hashtext('cairn_test_template'))`);
  if (!(await exists(client, name))) {
    const unfinished = `${name}_unfinished`;
    await client.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
    await make(unfinished);
    await client.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
  }
  await client.query(`SELECT pg_advisory_unlock(hashtext('cairn_test_template'))`);
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  return rowCount !== 0;
}
