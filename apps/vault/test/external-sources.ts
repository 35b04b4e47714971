import pg from 'pg';
import { connectionPurpose } from '../src/features/connections/connect.ts';
import { createTableDataset } from '../src/features/rows/tables/register-table.ts';
import type { TestVault, Person } from './test-app.ts';

/**
 * Saves a connection to a database, given its address as a superuser, and returns its id. Its login has all privileges on tables
 * there and is not a superuser.
 */
export async function saveConnection(app: TestVault, address: string, name = 'gis'): Promise<number> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(`GRANT ALL ON SCHEMA public TO vault;
    GRANT ALL ON ALL TABLES IN SCHEMA public TO vault;
    GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO vault;
    ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO vault;
    ALTER DEFAULT PRIVILEGES GRANT ALL ON SEQUENCES TO vault;
    ALTER DEFAULT PRIVILEGES GRANT ALL ON SCHEMAS TO vault`);
  await client.end();
  const login = new URL(app.database.url('vault'));
  const ordinary = new URL(address);
  [ordinary.username, ordinary.password] = [login.username, login.password];
  return saveAddress(app, ordinary.href, name);
}

/** Saves a connection with the login in its address. */
export async function saveAddress(app: TestVault, address: string, name = 'gis'): Promise<number> {
  const server = new URL(address);
  const to = { host: server.hostname, port: Number(server.port), user: decodeURIComponent(server.username) };
  const { rows } = await app.admin.query(
    `INSERT INTO vault.connections (name, host, port, database_name, username, sealed_password, sslmode)
     VALUES ($1, $2, $3, $4, $5, $6, 'disable') RETURNING id`,
    [
      name,
      to.host,
      to.port,
      server.pathname.slice(1),
      to.user,
      app.context.secretBox.seal(decodeURIComponent(server.password), connectionPurpose(to)),
    ],
  );
  return Number(rows[0].id);
}

/** Creates a dataset from the table `public.wells` of a saved connection. */
export async function registerWells(app: TestVault, maker: Person, connectionId: number): Promise<void> {
  const source = { connectionId, schema: 'public', table: 'wells', geometryColumn: 'geom' };
  const author = { id: maker.id, username: maker.username };
  const cause = { actorId: maker.id, actorName: maker.username, ip: '127.0.0.1', requestId: 'wells' };
  const dataset = { name: 'wells', folderId: null, projectId: 1, source, cause };
  await createTableDataset(app.context, dataset, author);
}
