import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, startTestServer } from '@cairn/testing';
import type { TestDatabase, TestServer } from '@cairn/testing';
import { ask } from './client.ts';
import { saveConnection } from './external-sources.ts';
import { openFalseDatabase } from './hostile-databases.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

const PASSWORD = 'of the mapper alone';

let app: TestVault;
let target: TestDatabase;
/** Supports TLS, with a self-signed certificate. */
let encrypting: TestServer;
let admin: Person;

beforeAll(async () => {
  [app, target, encrypting] = await Promise.all([
    startTestVault({ inspects: false }),
    createTestDatabase(),
    startTestServer({}, selfSignedCertificate()),
  ]);
  admin = await app.signUp({ username: 'admin', service: 'admin' });
  for (const statement of [
    `CREATE ROLE mapper LOGIN PASSWORD '${PASSWORD}'`,
    'CREATE DATABASE closed',
    'REVOKE CONNECT ON DATABASE closed FROM PUBLIC',
  ])
    await encrypting.query('postgres', statement);
});

afterAll(async () => {
  await app.close();
  await Promise.all([target.drop(), encrypting.stop()]);
});

function selfSignedCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-certificate-'));
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-days', '2', '-subj', '/CN=127.0.0.1'];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const certificate = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return certificate;
}

async function probe(json: object) {
  const answer = await ask(app, admin, { path: '/api/connections/test', method: 'POST', json });
  expect(JSON.stringify(answer.body)).not.toContain(PASSWORD);
  return answer;
}

const mapper = (change: object = {}) => ({
  host: '127.0.0.1',
  port: encrypting.port,
  database_name: 'postgres',
  username: 'mapper',
  password: PASSWORD,
  ...change,
});

test('POST /api/connections/test returns the versions of PostgreSQL and PostGIS, and saves nothing', async () => {
  const plain = await probe(mapper());
  expect([plain.status, plain.body]).toEqual([
    200,
    { success: true, postgis: false, postgres_version: expect.stringMatching(/^\d+(\.\d+)?$/) },
  ]);
  const login = new URL(app.database.url('vault'));
  const { hostname: host, port } = new URL(target.adminUrl);
  const fields = { host, port: Number(port), database_name: target.name, sslmode: 'disable' };
  const spatial = await probe({ ...fields, username: login.username, password: login.password });
  expect(spatial.body).toMatchObject({ success: true, postgis: true, postgis_version: expect.any(String) });
  expect((await app.admin.query('SELECT FROM vault.connections')).rowCount).toBe(0);
});

test.each([
  ['a wrong password', { password: 'guessed' }, /refuses the password of "mapper"/],
  ['an unknown database', { database_name: 'gone' }, /There is no database "gone"/],
  ['a database that the user may not enter', { database_name: 'closed' }, /may not connect to "closed"/],
  ['a certificate that nobody signed', { sslmode: 'verify-full' }, /cannot be reached with this sslmode/],
  ['a certificate without a chain', { sslmode: 'verify-ca' }, /cannot be reached with this sslmode/],
  ['a port without a server', { port: 1 }, /No database responds at 127\.0\.0\.1:1\./],
  ['an unknown host', { host: 'nowhere.invalid' }, /No database responds at nowhere\.invalid/],
])(
  'POST /api/connections/test of %s returns 200 with success false and a sentence',
  async (_, change, error) => {
    const { status, body } = await probe(mapper(change));
    expect([status, body]).toEqual([
      200,
      { success: false, postgis: false, error: expect.stringMatching(error) },
    ]);
  },
);

test('POST /api/connections/test of a server without TLS returns success false for sslmode require', async () => {
  const { hostname, port } = new URL(target.adminUrl);
  const { body } = await probe(mapper({ host: hostname, port: Number(port), sslmode: 'require' }));
  expect(body).toMatchObject({
    success: false,
    error: expect.stringMatching(/does not encrypt connections.*choose sslmode disable/),
  });
});

test('POST /api/connections/test refuses the login of a superuser', async () => {
  const { body } = await probe(mapper({ username: encrypting.user, password: encrypting.password }));
  expect(body).toMatchObject({
    success: false,
    error: expect.stringMatching(/signs in as "postgres", which is a superuser/),
  });
  expect(JSON.stringify(body)).not.toContain(encrypting.password);
});

test('POST /api/connections/test ends when a server answers the sign-in and nothing else', async () => {
  const server = await openFalseDatabase((socket) => socket.destroy());
  try {
    const { body } = await probe(mapper({ port: server.port, sslmode: 'disable' }));
    expect(body).toMatchObject({ success: false, error: expect.stringMatching(/No database responds/) });
    expect(server.connections()).toBe(0);
  } finally {
    server.close();
  }
});

test('POST /api/connections/test with an id tests the saved connection, and takes its password for its own login only', async () => {
  const id = await saveConnection(app, target.adminUrl);
  expect((await probe({ id })).body).toMatchObject({ success: true, postgis: true });
  expect((await probe({ id, name: 'renamed', password: '' })).body).toMatchObject({ success: true });
  const { body } = await probe({ id, database_name: 'gone' });
  expect(body).toMatchObject({ success: false, error: expect.stringMatching(/no database "gone"/) });
  await app.admin.query(`UPDATE vault.connections SET sslmode = 'require' WHERE id = $1`, [id]);
  for (const change of [{ host: 'localhost' }, { port: 1 }, { username: 'mapper' }, { sslmode: 'disable' }]) {
    const refused = await probe({ id, ...change });
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/Enter the password/)]);
  }
  expect((await probe(mapper({ id }))).body).toMatchObject({ success: true, postgis: false });
});

test('POST /api/connections/test returns 404 for an unknown id, 403 for the connection of another user and 400 for missing fields', async () => {
  expect((await probe({ id: 999 })).status).toBe(404);
  const id = await saveConnection(app, target.adminUrl, 'of another user');
  const other = await app.signUp({ username: 'other' });
  await app.admin.query('UPDATE vault.connections SET owner_id = $1 WHERE id = $2', [other.id, id]);
  expect((await probe({ id })).status).toBe(403);
  for (const missing of ['host', 'database_name', 'username', 'password'])
    expect((await probe(mapper({ [missing]: undefined }))).body.error).toBe(
      `A connection needs a ${missing}.`,
    );
});
