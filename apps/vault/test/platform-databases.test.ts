import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPlatformDatabases } from '@cairn/auth';
import type { DatabaseIdentity } from '@cairn/db';
import { createSavedConnections } from '../src/features/connections/saved-connections.ts';
import { ask, upload } from './client.ts';
import { saveAddress } from './external-sources.ts';
import { startLoadVault } from './load-vault.ts';
import type { LoadVault } from './load-vault.ts';
import type { Person } from './test-app.ts';

const REFUSAL = /This is a database of the platform itself/;

let vault: LoadVault;
let admin: Person;
/** A login that has no power in the vault's own database, at another name of its server. */
let own: { host: string; port: number; database_name: string; username: string; password: string };

beforeAll(async () => {
  vault = await startLoadVault();
  admin = await vault.app.signUp({ username: 'admin', service: 'admin' });
  const { hostname, port, pathname } = new URL(vault.app.database.adminUrl);
  own = {
    host: hostname === 'localhost' ? '127.0.0.1' : 'localhost',
    port: Number(port),
    database_name: pathname.slice(1),
    username: vault.connection.user,
    password: vault.connection.password,
  };
  await vault.app.admin.query(`GRANT CONNECT ON DATABASE "${own.database_name}" TO ${own.username}`);
});

afterAll(async () => {
  await vault.app.admin.query(`REVOKE ALL ON DATABASE "${own.database_name}" FROM ${own.username}`);
  await vault.close();
});

const probe = async (json: object) =>
  (await ask(vault.app, admin, { path: '/api/connections/test', method: 'POST', json })).body;

test("POST /api/connections/test refuses the platform's own database, and allows another database of its server", async () => {
  const typed = { ...own, sslmode: 'disable' };
  expect(await probe(typed)).toEqual({
    success: false,
    postgis: false,
    error: expect.stringMatching(REFUSAL),
  });
  expect(await probe({ ...typed, database_name: vault.connection.database })).toMatchObject({
    success: true,
  });
});

test('a saved connection to a database of another service is refused, also while its login may not read which server it is', async () => {
  const { rows } = await vault.admin.query('SELECT system_identifier::text AS id FROM pg_control_system()');
  const services = [{ serverIdentifier: String(rows[0].id), name: vault.connection.database }];
  const elsewhere = [{ serverIdentifier: '1', name: vault.connection.database }];
  const id = await saveAddress(vault.app, vault.address, 'of another service');
  await expect(read(id, () => Promise.resolve(services))).rejects.toMatchObject({
    code: 'vault.platform_database',
    message: expect.stringMatching(REFUSAL),
    forReaders: { message: expect.not.stringMatching(REFUSAL) },
  });
  await read(id, () => Promise.resolve(elsewhere));
  await expect(read(id, () => Promise.reject(new Error('silent')))).rejects.toMatchObject({
    code: 'vault.platform_unknown',
  });
  await vault.admin.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
  await expect(read(id, () => Promise.resolve(elsewhere))).rejects.toMatchObject({
    code: 'vault.database_unidentified',
    message: expect.stringMatching(/Grant it EXECUTE on pg_control_system/),
  });
});

/** Uses a saved connection, given the databases that the portal lists. */
async function read(id: number, listPlatformDatabases: () => Promise<DatabaseIdentity[]>): Promise<void> {
  const { context } = vault.app;
  const platform = createPlatformDatabases({ db: context.db, registry: { listPlatformDatabases } });
  const connections = createSavedConnections({ ...context, platform });
  try {
    await connections.use(id, (client) => client.query('SELECT 1'));
  } finally {
    await connections.close();
  }
}

test("GET /api/connections/{id}/tables of a saved connection to the platform's own database returns 503 with the reason", async () => {
  const login = `${own.username}:${encodeURIComponent(own.password)}`;
  const address = `postgres://${login}@${own.host}:${own.port}/${own.database_name}`;
  const id = await saveAddress(vault.app, address, 'saved earlier');
  const { status, body } = await ask(vault.app, admin, { path: `/api/connections/${id}/tables` });
  expect([status, body.error]).toEqual([503, expect.stringMatching(REFUSAL)]);
  expect(await probe({ id })).toMatchObject({ success: false, error: expect.stringMatching(REFUSAL) });
  const fields = {
    spatialdb_import: 'true',
    spatialdb_connection_id: String(id),
    spatialdb_schema: 'public',
  };
  const loaded = await upload(vault.app, admin, { file: 'countries.gpkg', fields, dataset: 'saved' });
  expect(loaded.body.spatialdb).toMatchObject({ success: false, error: expect.stringMatching(REFUSAL) });
});

test("POST /projects/{id}/upload loads nothing into the platform's own database, and keeps the version", async () => {
  const fields = vault.fields({ spatialdb_host: own.host, spatialdb_dbname: own.database_name });
  const { status, body } = await upload(vault.app, vault.ada, { file: 'countries.gpkg', fields });
  expect(status).toBe(201);
  expect(body.spatialdb).toMatchObject({ success: false, error: expect.stringMatching(REFUSAL) });
});
