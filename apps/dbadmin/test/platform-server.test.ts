import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createPortalRegistry, signServiceToken } from '@cairn/auth';
import type { PortalRegistry } from '@cairn/auth';
import { createDbadminClient } from '@cairn/contracts';
import { IDENTITY_SQL } from '@cairn/db';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { createPlatform } from '../src/features/connections/platform.ts';
import { jobRequests } from './job-requests.ts';
import { SERVICE_SECRET, startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let other: TestServer;
/** Of the platform. */
let admin: Person;
/** Of database administration alone. */
let steward: Person;
let viewer: Person;
let platform: { host: string; port: number; user: string; password: string };
/** The platform's own database, registered by an administrator of the platform. */
let own: { connection: number; database: number; name: string };
/** A database on another server. */
let foreign: { connection: number; database: number };
let forward: Server;

beforeAll(async () => {
  [app, other] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  steward = await app.signUp({ username: 'steward', service: 'admin' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  const url = new URL(app.database.adminUrl);
  platform = {
    host: url.hostname,
    port: Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
  const name = url.pathname.slice(1);
  const { register } = jobRequests(app, admin);
  const connection = await app.connect(admin, platform, 'This machine');
  own = { connection, database: await register(connection, name), name };
  await other.query('postgres', 'CREATE DATABASE gis');
  const id = await app.connect(admin, other, 'other');
  foreign = { connection: id, database: await register(id, 'gis') };
  forward = createServer((socket) => {
    const onward = connect(platform.port, platform.host);
    socket.pipe(onward).pipe(socket);
    for (const side of [socket, onward]) side.on('error', () => side.destroy());
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((done) => forward.listen(0, '127.0.0.1', done));
});

afterAll(async () => {
  forward.close();
  await app.close();
  await other.stop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Case = [Method, string, Record<string, unknown>?];

const RULE = { name: 'office', cidr: '10.0.0.0/8', auth_method: 'md5', role_name: 'portal' };
/** {c} is the connection, {d} the database. */
const FORBIDDEN: Case[] = [
  ['POST', '/api/connections/{c}/pg-users', { name: 'rv_super', password: 'pw', is_superuser: true }],
  ['POST', '/api/connections/{c}/pg-users', { name: 'rv_plain', password: 'pw' }],
  ['PUT', '/api/connections/{c}/pg-users/rv_plain', { is_superuser: true }],
  ['PUT', '/api/connections/{c}/pg-users/rv_plain', { password: 'pw' }],
  ['DELETE', '/api/connections/{c}/pg-users/rv_plain'],
  ['POST', '/api/connections/{c}/pg-groups', { name: 'rv_group' }],
  ['POST', '/api/connections/{c}/pg-groups/pg_read_all_data/members', { member: 'rv_plain' }],
  ['POST', '/api/connections/{c}/pg-groups/cairn_auth_reader/members', { member: 'rv_plain' }],
  ['GET', '/api/connections/{c}/pg-users/portal/owned'],
  ['POST', '/api/connections/{c}/access-rules', RULE],
  ['PUT', '/api/connections/{c}/access-rules/1', RULE],
  ['POST', '/api/connections/{c}/access-rules/apply'],
  ['POST', '/api/connections/{c}/access-rules/undo'],
  ['PUT', '/api/connections/{c}/hba-path', { hba_file_path: '' }],
  ['POST', '/api/settings/update', { connection_id: '{c}', name: 'work_mem', value: '8MB' }],
  ['POST', '/api/settings/undo', { connection_id: '{c}' }],
  ['POST', '/api/connections/{c}/databases', { name: 'cairn' }],
  ['POST', '/api/connections/{c}/backup'],
  ['PUT', '/api/connections/{c}', { name: 'x', host: '127.0.0.1', admin_username: 'x', admin_password: 'x' }],
  ['DELETE', '/api/connections/{c}'],
  ['POST', '/api/databases', { connection_id: '{c}', name: 'fresh' }],
  ['POST', '/api/databases/{d}/backup', {}],
  ['GET', '/api/databases/{d}/backups/gis-20261122T120000Z-1.dump'],
  ['POST', '/api/databases/{d}/restore', { artifact: 'x', mode: 'new', new_database_name: 'y' }],
  ['POST', '/api/databases/{d}/clone', { name: 'copy' }],
  ['POST', '/api/databases/{d}/import', { source_path: 'x' }],
  ['POST', '/api/databases/{d}/access', { role_name: 'rv_plain', level: 'readonly' }],
  ['DELETE', '/api/databases/{d}', { confirm_name: 'x' }],
  ['DELETE', '/api/databases/{d}/registration'],
  ['GET', '/api/databases/{d}/tables?schema=portal'],
  ['GET', '/api/databases/{d}/schemas'],
  ['GET', '/api/databases/{d}/extents'],
];

function ask(person: Person, [method, template, json]: Case, to: { connection: number; database: number }) {
  const path = template.replace('{c}', String(to.connection)).replace('{d}', String(to.database));
  const filled = json && { ...json, ...('connection_id' in json ? { connection_id: to.connection } : {}) };
  return app.ask(person, { path, method, ...(filled ? { json: filled } : {}) });
}

describe('the server of the platform itself', () => {
  test.each(FORBIDDEN)('%s %s returns 403 for an administrator of the databases only', async (...asked) => {
    const answer = await ask(steward, asked, own);
    expect([answer.status, answer.body.error]).toEqual([403, expect.stringContaining('of the platform')]);
  });

  test.each([
    ['another name', () => ({ ...platform, host: 'localhost' })],
    ['a port forward', () => ({ ...platform, port: (forward.address() as AddressInfo).port })],
  ])('is recognised behind %s', async (how, to) => {
    const { host, port, user, password } = to();
    const made = await app.ask(steward, {
      path: '/api/connections',
      method: 'POST',
      json: { name: how, host, port, sslmode: 'disable', admin_username: user, admin_password: password },
    });
    expect(made.status).toBe(201);
    const connection = made.body.id as number;
    const asked = await ask(steward, FORBIDDEN[0]!, { connection, database: 0 });
    expect(asked.status).toBe(403);
  });

  test('stays protected while it cannot be reached', async () => {
    await app.admin.query('UPDATE dbadmin.connections SET sealed_password = $1 WHERE id = $2', [
      's1.none.none',
      own.connection,
    ]);
    const moved = await ask(steward, ['DELETE', '/api/connections/{c}'], own);
    const backup = await ask(steward, ['POST', '/api/databases/{d}/backup', {}], own);
    await app.ask(admin, {
      path: `/api/connections/${own.connection}`,
      method: 'PUT',
      json: {
        name: 'This machine',
        host: platform.host,
        port: platform.port,
        sslmode: 'disable',
        admin_username: platform.user,
        admin_password: platform.password,
      },
    });
    expect([moved.status, backup.status]).toEqual([403, 403]);
  });

  test('POST /api/jobs/{id}/cancel is for administrators of the platform, and may_cancel of each job agrees', async () => {
    const { jobs, db } = app.context;
    const enqueue = (connection: number, person: Person) =>
      jobs.enqueue(db, {
        kind: 'database.backup',
        payload: { title: 'Back up', connection_id: connection },
        requestedBy: person.id,
      });
    const job = await enqueue(own.connection, admin);
    // From the time before this was the platform's server, or before the person lost the right.
    await enqueue(own.connection, steward);
    await enqueue(foreign.connection, admin);
    const mayCancel = async (person: Person) => {
      const { body } = await app.ask(person, { path: '/api/jobs?limit=3' });
      const one = await app.ask(person, { path: `/api/jobs/${job.id}` });
      expect(body.at(-1)).toEqual(one.body);
      return body.map(({ may_cancel }: { may_cancel: boolean }) => may_cancel);
    };
    await app.context.platform.ownsServer(foreign.connection);
    expect([await mayCancel(steward), await mayCancel(admin), await mayCancel(viewer)]).toEqual([
      [true, false, false],
      [true, true, true],
      [false, false, false],
    ]);
    const cancel = (person: Person) =>
      app.ask(person, { path: `/api/jobs/${job.id}/cancel?stop=true`, method: 'POST' });
    const refused = await cancel(steward);
    expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('of the platform')]);
    expect((await cancel(admin)).body.status).toBe('cancelled');
  });

  test('is open to administrators of the platform', async () => {
    const tables = await ask(admin, ['GET', '/api/databases/{d}/tables?schema=portal'], own);
    expect(tables.body.map(({ name }: { name: string }) => name)).toContain('users');
    const settings = await app.ask(admin, { path: `/api/settings?connection_id=${own.connection}` });
    expect(settings.status).toBe(200);
    const members = await ask(admin, FORBIDDEN[6]!, own);
    expect([members.status, members.body.error]).toEqual([400, expect.stringContaining('reserved')]);
  });

  test('POST /internal/registry/databases/{id}/login returns 403 for a user who is not an administrator of the platform', async () => {
    const { rows } = await app.admin.query<{ id: number }>(
      "INSERT INTO dbadmin.databases (connection_id, name) VALUES ($1, 'gis') RETURNING id::int",
      [own.connection],
    );
    const token = signServiceToken({ service: 'vault', audience: 'dbadmin', secret: SERVICE_SECRET });
    const client = createDbadminClient({ baseUrl: app.url, headers: { authorization: `Bearer ${token}` } });
    const { response } = await client.POST('/internal/registry/databases/{id}/login', {
      params: { path: { id: rows[0]!.id } },
      body: { connection_id: own.connection, user_id: steward.id },
    });
    expect(response.status).toBe(403);
  });
});

describe('servers of other services of the platform', () => {
  test('are protected from the report of a service until an administrator removes it, also while the portal does not respond', async () => {
    const [identity] = await other.query('gis', IDENTITY_SQL);
    let isSilent = false;
    const registry = app.context.registry!;
    const platform = platformOf({
      listPlatformDatabases: () =>
        isSilent ? Promise.reject(new Error('silent')) : registry.listPlatformDatabases(),
    });
    const manage = () => platform.requireMayManage({ isAdmin: false }, foreign.connection);
    await manage();
    expect(await platform.ownsDatabase(foreign.connection, 'gis')).toBe(false);
    await app.admin.query(
      `INSERT INTO portal.service_databases (service_key, server_identifier, database_name) VALUES ('vault', $1, $2)`,
      [identity.serverIdentifier, identity.name],
    );
    await expect(manage()).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await platform.ownsDatabase(foreign.connection, 'gis')).toBe(true);
    await app.admin.query('DELETE FROM portal.service_databases');
    isSilent = true;
    await expect(manage()).rejects.toMatchObject({ kind: 'forbidden' });
    isSilent = false;
    await manage();
    expect(await platform.ownsDatabase(foreign.connection, 'gis')).toBe(false);
    // Its own database is not only what the portal lists.
    await expect(platform.requireMayManage({ isAdmin: false }, own.connection)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  test('may be any server until the portal has responded', async () => {
    const unreachable = createPortalRegistry({
      portalUrl: 'http://127.0.0.1:1',
      serviceName: 'dbadmin',
      secret: SERVICE_SECRET,
    });
    const platform = platformOf(unreachable);
    await expect(platform.requireMayManage({ isAdmin: false }, foreign.connection)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('is not responding'),
    });
    await platform.requireMayManage({ isAdmin: true }, foreign.connection);
  });
});

/** Asks its sources at each question. */
function platformOf(registry: Pick<PortalRegistry, 'listPlatformDatabases'>) {
  const { db, servers, logger, config } = app.context;
  return createPlatform({ db, servers, logger, registry, urls: [config.databaseUrl!], askEveryMs: 0 });
}

test('on other servers an administrator of the databases may do everything', async () => {
  const made = await ask(steward, FORBIDDEN[0]!, foreign);
  expect([made.status, made.body.is_superuser]).toEqual([201, true]);
  expect((await ask(steward, FORBIDDEN[9]!, foreign)).status).toBe(201);
  expect((await ask(viewer, ['GET', '/api/databases/{d}/tables'], foreign)).status).toBe(200);
});

test('a server whose identifier the admin role cannot read is for administrators of the platform until EXECUTE is granted', async () => {
  await other.query(
    'postgres',
    `CREATE ROLE keyless LOGIN CREATEROLE CREATEDB PASSWORD 'pw';
     REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC`,
  );
  const to = { port: other.port, user: 'keyless', password: 'pw' };
  const connection = await app.connect(admin, to, 'keyless');
  const database = await jobRequests(app, admin).register(connection, 'gis');
  const refused = { status: 403, error: expect.stringContaining('Grant it EXECUTE on pg_control_system()') };
  async function answer(person: Person, asked: Case) {
    const { status, body } = await ask(person, asked, { connection, database });
    return { status, error: body?.error };
  }
  const group = (name: string): Case => ['POST', '/api/connections/{c}/pg-groups', { name }];
  const change: Case = ['DELETE', '/api/connections/{c}'];
  expect(await answer(steward, group('first'))).toEqual(refused);
  expect(await answer(steward, change)).toEqual(refused);
  expect((await answer(admin, group('first'))).status).toBe(201);
  await other.query('postgres', 'GRANT EXECUTE ON FUNCTION pg_control_system() TO keyless');
  expect((await answer(steward, group('second'))).status).toBe(201);
  // The server that was identified once may be behind the same address no longer.
  await other.query('postgres', 'REVOKE EXECUTE ON FUNCTION pg_control_system() FROM keyless');
  expect(await answer(steward, group('third'))).toEqual(refused);
  await other.query('postgres', 'GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC');
});
