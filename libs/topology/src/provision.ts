import pg from 'pg';
import { authReaderRole, topology } from './topology.ts';

/** Names the lock under which roles and databases are made, so that two provisioners never race. */
const provisioningLock = 7_203_118;

export interface ProvisionRequest {
  /** Superuser address of any database of the cluster. */
  adminUrl: string;
  database: string;
  /** Password by role; every role of the topology must have one. */
  passwords: Record<string, string>;
}

/** Address of one database and role on the cluster that `adminUrl` names. */
export function databaseUrl(
  adminUrl: string,
  database: string,
  login?: { role: string; password: string },
): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (login) {
    url.username = login.role;
    url.password = login.password;
  }
  return url.href;
}

/**
 * Makes sure that the database exists with PostGIS, one login role and one schema for each service, and the
 * role group of the sign-in views. Safe to repeat: what is there stays, passwords are set again.
 */
export async function provision(request: ProvisionRequest): Promise<void> {
  await withAdmin(request.adminUrl, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [provisioningLock]);
    await createRoles(client, request.passwords);
    await createDatabase(client, request.database);
    await grantDatabase(client, request.database);
  });
  await withAdmin(databaseUrl(request.adminUrl, request.database), createSchemas);
}

/**
 * Makes a database as a copy of one that was provisioned on the same cluster, and to which nobody is connected. Its files are copied, which
 * takes less than writing all of it to the log, too.
 */
export async function copyProvisioned(client: pg.Client, template: string, database: string): Promise<void> {
  const names = [database, template].map((name) => client.escapeIdentifier(name));
  await client.query(`CREATE DATABASE ${names[0]} TEMPLATE ${names[1]} STRATEGY file_copy`);
  await grantDatabase(client, database);
}

/** Runs `work` on one superuser connection that is closed whatever happens. */
export async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function createRoles(client: pg.Client, passwords: Record<string, string>): Promise<void> {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles');
  const existing = new Set(rows.map((row) => row.rolname));
  if (!existing.has(authReaderRole)) await client.query(`CREATE ROLE ${authReaderRole} NOLOGIN`);
  for (const { schema: role } of topology) {
    const password = passwords[role];
    if (!password) throw new Error(`No password was given for the database role "${role}".`);
    const verb = existing.has(role) ? 'ALTER' : 'CREATE';
    await client.query(
      `${verb} ROLE ${client.escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD ${client.escapeLiteral(password)}`,
    );
    if (role !== 'portal') await client.query(`GRANT ${authReaderRole} TO ${client.escapeIdentifier(role)}`);
  }
}

async function createDatabase(client: pg.Client, database: string): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
  if (found.rowCount) return;
  const name = client.escapeIdentifier(database);
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
}

/** What belongs to a database but is not in it: copies do not have it. */
async function grantDatabase(client: pg.Client, database: string): Promise<void> {
  const name = client.escapeIdentifier(database);
  const roles = topology.map(({ schema }) => client.escapeIdentifier(schema));
  await client.query(
    [
      `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
      `GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO ${roles.join(', ')}`,
      ...roles.map((role) => `ALTER ROLE ${role} IN DATABASE ${name} SET search_path = ${role}, public`),
    ].join(';'),
  );
}

async function createSchemas(client: pg.Client): Promise<void> {
  await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
  for (const { schema } of topology) {
    const role = client.escapeIdentifier(schema);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${role} AUTHORIZATION ${role}`);
  }
}
