import { databaseUrl, withAdmin } from './provision.ts';

/** The database of the sample field project beside the platform's own, and the login role that owns it. */
export const fieldDatabaseName = 'cairn_field';
export const fieldRole = 'cairn_field_sync';

/**
 * Makes sure that the database is there with PostGIS, and its owner with this password. Safe to repeat.
 *
 * @param adminUrl superuser address of any database of the cluster
 */
export async function provisionFieldDatabase({
  adminUrl,
  password,
  database = fieldDatabaseName,
  role = fieldRole,
}: {
  adminUrl: string;
  password: string;
  database?: string;
  role?: string;
}): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    await client.query(`SELECT pg_advisory_lock(hashtext('cairn_field'))`);
    const { rowCount: hasRole } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
    const name = client.escapeIdentifier(role);
    if (!hasRole) await client.query(`CREATE ROLE ${name}`);
    await client.query(
      `ALTER ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
    );
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (rowCount) return;
    await client.query(
      `CREATE DATABASE ${client.escapeIdentifier(database)} OWNER ${name} TEMPLATE template0 ENCODING 'UTF8'`,
    );
    await client.query(`REVOKE ALL ON DATABASE ${client.escapeIdentifier(database)} FROM PUBLIC`);
  });
  await withAdmin(databaseUrl(adminUrl, database), (client) =>
    client.query('CREATE EXTENSION IF NOT EXISTS postgis'),
  );
}
