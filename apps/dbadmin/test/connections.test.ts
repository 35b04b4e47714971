import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { reencryptPasswords } from '../src/features/connections/login.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let other: TestServer;
let admin: Person;
let editor: Person;
let viewer: Person;

beforeAll(async () => {
  [app, server, other] = await Promise.all([startTestDbadmin(), startTestServer(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
});

afterAll(async () => {
  await app.close();
  await Promise.all([server.stop(), other.stop()]);
});

function fields(over: Record<string, unknown> = {}) {
  return {
    name: 'main',
    host: '127.0.0.1',
    port: server.port,
    sslmode: 'prefer',
    admin_username: 'postgres',
    admin_password: server.password,
    ...over,
  };
}

const post = (json: unknown) => app.ask(admin, { path: '/api/connections', method: 'POST', json });

describe('connections', () => {
  let id: number;

  test('POST /api/connections returns 201 with the id and stores the password encrypted', async () => {
    const { status, body } = await post(fields());
    expect({ status, body }).toEqual({ status: 201, body: { id: expect.any(Number) } });
    id = body.id;
    const { rows } = await app.admin.query('SELECT * FROM dbadmin.connections WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain(server.password);
    expect((await post(fields())).status).toBe(409);
  });

  test('GET /api/connections and GET /api/connections/{id} return everything but the password to editors', async () => {
    // A list does not wait for this, so two answers could differ.
    await app.context.platform.ownsServer(id);
    const list = await app.ask(editor, { path: '/api/connections' });
    const one = await app.ask(editor, { path: `/api/connections/${id}` });
    expect(one.body).toMatchObject({
      id,
      name: 'main',
      host: '127.0.0.1',
      port: server.port,
      admin_username: 'postgres',
      database_count: 0,
    });
    expect(list.body).toEqual([one.body]);
    expect(JSON.stringify([list.body, one.body])).not.toContain(server.password);
    expect((await app.ask(viewer, { path: '/api/connections/999999' })).status).toBe(404);
  });

  test('GET /api/connections and GET /api/connections/{id} return no address, role or path to viewers', async () => {
    const list = await app.ask(viewer, { path: '/api/connections' });
    const one = await app.ask(viewer, { path: `/api/connections/${id}` });
    expect(list.body).toEqual([one.body]);
    expect(Object.keys(one.body).sort()).toEqual([
      'created_at',
      'database_count',
      'id',
      'name',
      'updated_at',
    ]);
  });

  test('POST /api/connections/test signs in with unsaved fields and saves nothing', async () => {
    const count = async () => (await app.ask(viewer, { path: '/api/connections' })).body.length;
    const before = await count();
    const attempt = (json: unknown) =>
      app.ask(admin, { path: '/api/connections/test', method: 'POST', json });
    expect((await attempt(fields({ name: 'fresh' }))).body).toMatchObject({ ok: true, is_superuser: true });
    const wrong = await attempt(fields({ name: 'fresh', admin_password: 'nonsense' }));
    expect(wrong.body).toEqual({ ok: false, error: expect.stringContaining('refuses the password') });
    expect((await attempt(fields({ admin_password: '' }))).status).toBe(400);
    const stored = fields({ admin_password: '', connection_id: id });
    expect((await attempt(stored)).body).toMatchObject({ ok: true });
    // The stored password goes to its own server alone, and not less encrypted than before.
    for (const change of [{ port: other.port }, { host: 'localhost' }, { sslmode: 'disable' }]) {
      expect((await attempt({ ...stored, ...change })).status).toBe(400);
    }
    expect(await count()).toBe(before);
  });

  test('POST /api/connections/{id}/test returns the version and the privileges of the role', async () => {
    const { body } = await app.ask(admin, { path: `/api/connections/${id}/test`, method: 'POST' });
    expect(body).toMatchObject({
      ok: true,
      version: expect.stringMatching(/^\d+\.\d+$/),
      is_superuser: true,
    });
  });

  test('POST /api/connections/{id}/test returns ok: false with a sentence when the server refuses', async () => {
    const wrong = await post(fields({ name: 'wrong', admin_password: 'nonsense' }));
    const answer = await app.ask(admin, { path: `/api/connections/${wrong.body.id}/test`, method: 'POST' });
    expect(answer.body).toEqual({ ok: false, error: expect.stringContaining('refuses the password') });
    expect(JSON.stringify(answer.body)).not.toContain('nonsense');
  });

  test('GET /api/connections/{id}/databases lists databases that accept connections, without templates', async () => {
    await server.query('postgres', 'CREATE DATABASE live');
    await server.query('postgres', 'CREATE DATABASE closed ALLOW_CONNECTIONS false');
    const { body } = await app.ask(editor, { path: `/api/connections/${id}/databases` });
    expect(body).toEqual(['live', 'postgres']);
  });

  test('GET /api/connections/{id}/databases returns 502 with a sentence while the server is down', async () => {
    const down = await post(fields({ name: 'down', port: 1 }));
    const answer = await app.ask(editor, { path: `/api/connections/${down.body.id}/databases` });
    expect(answer.status).toBe(502);
    expect(answer.body.error).toContain('No database responds at 127.0.0.1:1');
  });

  test('POST /api/connections/{id}/spatialdb-test returns whether PostGIS is installed, in postgres by default', async () => {
    const path = `/api/connections/${id}/spatialdb-test`;
    const plain = await app.ask(admin, { path, method: 'POST' });
    expect(plain.body).toMatchObject({ database: 'postgres', installed: false, version: null });
    await server.query('live', 'CREATE EXTENSION postgis');
    const spatial = await app.ask(admin, { path, method: 'POST', json: { database: 'live' } });
    expect(spatial.body).toMatchObject({ installed: true, version: expect.stringMatching(/^3\./) });
    expect((await app.ask(admin, { path, method: 'POST', json: { database: 'nowhere' } })).status).toBe(404);
  });

  test('POST /api/connections/{id}/spatialdb-test never takes a database name for a connection string', async () => {
    await server.query('postgres', 'CREATE DATABASE "host=127.0.0.9 dbname=x"');
    const path = `/api/connections/${id}/spatialdb-test`;
    const json = { database: 'host=127.0.0.9 dbname=x' };
    expect((await app.ask(admin, { path, method: 'POST', json })).status).toBe(404);
  });

  test('PUT /api/connections/{id}/hba-path accepts only the path that the server reports', async () => {
    const put = (hba_file_path: string) =>
      app.ask(admin, { path: `/api/connections/${id}/hba-path`, method: 'PUT', json: { hba_file_path } });
    for (const path of [
      '/etc/passwd',
      '/etc/cron.d/x',
      `${server.hbaFile}/../x`,
      other.hbaFile,
      `${server.hbaFile}\0`,
    ]) {
      expect({ path, status: (await put(path)).status }).toEqual({ path, status: 400 });
    }
    const taken = await put(server.hbaFile);
    expect(taken.body).toMatchObject({ hba_file_path: server.hbaFile });
    const twin = await post(fields({ name: 'twin', host: 'localhost' }));
    const path = `/api/connections/${twin.body.id}/hba-path`;
    const second = await app.ask(admin, { path, method: 'PUT', json: { hba_file_path: server.hbaFile } });
    expect(second.status).toBe(409);
    expect(second.body.error).toContain('another connection');
    expect((await put('')).body).toMatchObject({ hba_file_path: null });
  });

  test('PUT /api/connections/{id} with a blank password keeps the stored one for the same host, port and user', async () => {
    const put = (over: Record<string, unknown>) =>
      app.ask(admin, {
        path: `/api/connections/${id}`,
        method: 'PUT',
        json: fields({ admin_password: '', ...over }),
      });
    expect((await put({ name: 'renamed' })).body).toMatchObject({ name: 'renamed' });
    const tested = await app.ask(admin, { path: `/api/connections/${id}/test`, method: 'POST' });
    expect(tested.body.ok).toBe(true);
    const changes = [
      { host: 'localhost' },
      { port: other.port },
      { admin_username: 'somebody' },
      { sslmode: 'disable' },
    ];
    for (const change of changes) {
      const { status, body } = await put(change);
      expect({ change, status }).toEqual({ change, status: 400 });
      expect(body.error).toContain('Enter the password');
    }
    const unchanged = await app.ask(editor, { path: `/api/connections/${id}` });
    expect(unchanged.body).toMatchObject({ name: 'renamed', port: server.port, admin_username: 'postgres' });
  });

  test('a stored password can only be decrypted for its own host, port and role, also one of an earlier version', async () => {
    const { db, secretBox } = app.context;
    const made = await post(fields({ name: 'bound' }));
    const test = () => app.ask(admin, { path: `/api/connections/${made.body.id}/test`, method: 'POST' });
    const set = (column: string, value: unknown) =>
      app.admin.query(`UPDATE dbadmin.connections SET ${column} = $1 WHERE id = $2`, [value, made.body.id]);
    for (const [column, now, before] of [
      ['host', 'localhost', '127.0.0.1'],
      ['port', other.port, server.port],
      ['admin_username', 'somebody', 'postgres'],
    ] as const) {
      await set(column, now);
      expect([column, (await test()).status]).toEqual([column, 503]);
      await set(column, before);
    }
    await set('sealed_password', secretBox.seal(server.password, 'dbadmin.connections'));
    expect((await test()).status).toBe(503);
    await reencryptPasswords({ db, secretBox });
    expect((await test()).body).toMatchObject({ ok: true });
  });

  test.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    'fe80::1',
    'fe80::1%eth0',
    '0.0.0.0',
    '224.0.0.1',
    '2852039166',
    '0xa9fea9fe',
    '127.0.0.1,10.0.0.1',
    '/var/run/postgresql',
    '@abstract',
    'user@host',
    'host name',
    '',
    'a'.repeat(254),
  ])('POST /api/connections with host %j returns 400 and stores nothing', async (host) => {
    const before = (await app.ask(viewer, { path: '/api/connections' })).body.length;
    const { status } = await post(fields({ name: `bad ${host}`.slice(0, 60), host }));
    expect(status).toBe(400);
    expect((await app.ask(viewer, { path: '/api/connections' })).body).toHaveLength(before);
  });

  test.each([
    ['no password', { admin_password: '' }],
    ['a password with NUL, which programs would repeat in their refusal', { admin_password: 'se\0cret' }],
    ['port 0', { port: 0 }],
    ['port 65536', { port: 65_536 }],
    ['a port with a command', { port: '1;id' }],
    ['an unknown sslmode', { sslmode: 'maybe' }],
    ['a blank name', { name: '  ' }],
    ['a name of two lines', { name: 'a\nb' }],
  ])('POST /api/connections with %s returns 400', async (_what, over) => {
    expect((await post(fields({ name: 'bad', ...over }))).status).toBe(400);
  });

  test('GET /api/connections/{id}/overview returns the state of the server', async () => {
    const { body } = await app.ask(editor, { path: `/api/connections/${id}/overview` });
    expect(body).toMatchObject({ in_recovery: false, max_connections: 100, pending_restart: 0 });
    expect(body.size_bytes).toBeGreaterThan(1_000_000);
  });

  test('DELETE /api/connections/{id} deletes the connection and does not touch the server', async () => {
    const extra = await post(fields({ name: 'extra' }));
    const path = `/api/connections/${extra.body.id}`;
    expect((await app.ask(admin, { path, method: 'DELETE' })).body).toEqual({ success: true });
    expect((await app.ask(admin, { path, method: 'DELETE' })).status).toBe(404);
    expect(await server.query('postgres', 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('changes are in the audit log, without secrets', async () => {
    const { body } = await app.ask(admin, { path: '/api/audit' });
    expect(body.items[0]).toMatchObject({
      event: 'connection.deleted',
      actor_name: 'admin',
      subject: 'extra',
    });
    expect(JSON.stringify(body)).not.toContain(server.password);
    expect((await app.ask(viewer, { path: '/api/audit' })).status).toBe(403);
  });
});
