import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parseServiceFile } from '../src/features/connections/database-services/service-file.ts';
import { ask, upload } from './client.ts';
import { startLoadVault } from './load-vault.ts';
import type { LoadVault } from './load-vault.ts';
import type { Person } from './test-app.ts';

let vault: LoadVault;
let folder: string;
let admin: Person;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-services-'));
  vault = await startLoadVault({ PGSERVICEFILE: join(folder, 'pg_service.conf') });
  admin = await vault.app.signUp({ username: 'admin', service: 'admin' });
  await writeServices();
});
afterAll(async () => {
  await vault.close();
  await rm(folder, { recursive: true });
});

const PATH = '/api/database-services';
const open = (person: Person | null, name: string) =>
  ask(vault.app, person, { path: `${PATH}/${encodeURIComponent(name)}/open`, method: 'POST' });
const load = async (person: Person, service: string, dataset: string) => {
  const fields = {
    spatialdb_import: '1',
    spatialdb_pg_service_name: service,
    spatialdb_schema: 'gis',
    spatialdb_table_name: dataset,
  };
  return (await upload(vault.app, person, { file: 'countries.gpkg', dataset, fields })).body.spatialdb;
};

async function writeServices(password = vault.connection.password) {
  const { host, port, database, user } = vault.connection;
  await writeFile(
    join(folder, 'pg_service.conf'),
    `# services of the field team
[wells "&" springs]
host=${host}
port=${port}
dbname=${database}
user=${user}
password=${password}

[without password]
host=${host}
dbname=${database}
user=${user}
sslmode=require
[local]
dbname=on_this_machine
`,
  );
}

test('GET /api/database-services lists services without passwords, for administrators of the vault', async () => {
  const { host, port, database: dbname, user } = vault.connection;
  const { status, body } = await ask(vault.app, admin, { path: PATH });
  expect([status, body]).toEqual([
    200,
    [
      { name: 'wells "&" springs', host, port, dbname, user },
      { name: 'without password', host, port: 5432, dbname, user, sslmode: 'require' },
    ],
  ]);
  expect((await ask(vault.app, vault.ada, { path: PATH })).status).toBe(403);
  expect((await ask(vault.app, null, { path: PATH })).status).toBe(401);
});

test('POST /api/database-services/{name}/open saves one connection, through which editors load by the name of the service', async () => {
  expect(await load(vault.ada, 'wells "&" springs', 'early')).toMatchObject({
    success: false,
    error: expect.stringMatching(/Ask an administrator/),
  });
  const { host, port, database: dbname } = vault.connection;
  const first = await open(admin, 'wells "&" springs');
  expect([first.status, first.body]).toEqual([
    200,
    {
      success: true,
      connection_id: expect.any(Number),
      pg_service_name: 'wells "&" springs',
      host,
      port,
      dbname,
    },
  ]);
  expect((await open(admin, 'wells "&" springs')).body).toEqual(first.body);
  expect(await load(vault.ada, 'wells "&" springs', 'springs')).toMatchObject({ success: true });
  expect(await vault.count('springs')).toBe(241);
  const { rows } = await vault.app.admin.query('SELECT * FROM vault.connections');
  expect(JSON.stringify(rows)).not.toContain(vault.connection.password);
  const listed = await ask(vault.app, admin, { path: '/api/connections' });
  expect(listed.body).toContainEqual(expect.objectContaining({ name: 'wells "&" springs' }));
});

test('POST /api/database-services/{name}/open takes a new password from the file', async () => {
  await writeServices('outdated');
  await open(admin, 'wells "&" springs');
  expect(await load(vault.ada, 'wells "&" springs', 'outdated')).toMatchObject({ success: false });
  await writeServices();
  await open(admin, 'wells "&" springs');
  expect(await load(vault.ada, 'wells "&" springs', 'renewed')).toMatchObject({ success: true });
});

test('POST /api/database-services/{name}/open returns 400 without a password, 404 for an unknown service, 403 for editors', async () => {
  expect(await open(admin, 'without password')).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/has no password/) },
  });
  expect((await open(admin, 'local')).status).toBe(404);
  expect((await open(admin, 'absent')).status).toBe(404);
  expect((await open(vault.ada, 'wells "&" springs')).status).toBe(403);
  expect((await open(null, 'wells "&" springs')).status).toBe(401);
});

test('GET /api/database-services returns 502 when the file cannot be read', async () => {
  await rm(join(folder, 'pg_service.conf'));
  expect((await ask(vault.app, admin, { path: PATH })).status).toBe(502);
  expect((await open(admin, 'wells "&" springs')).status).toBe(502);
});

test('a connection service file is read as libpq does: the first of two services counts, and other lines are ignored', () => {
  const text =
    'host=nowhere\r\n[a]\r\nhost = h \r\ndbname=d\r\nuser=u\r\npassword=p=q\r\nport=x\r\nno value\r\n[b]\nhost=h\ndbname=d\nuser=u\npassword=p=q\n[b]\nhost=other\ndbname=d\nuser=u';
  expect(parseServiceFile(text)).toEqual([
    { name: 'b', host: 'h', port: 5432, database: 'd', user: 'u', password: 'p=q' },
  ]);
});
