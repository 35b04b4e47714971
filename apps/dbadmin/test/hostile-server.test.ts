import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { runPg } from '../src/postgres-programs/run-program.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let admin: Person;

beforeAll(async () => {
  app = await startTestDbadmin();
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  // These wait until the service gives up, while the other tests run.
  for (const path of ['overview', 'test']) answers.set(`silent ${path}`, askServer('silent', path));
});

afterAll(async () => {
  await app.close();
  for (const fake of fakes) fake.close();
});

describe('a server that reports a file of another account as its own', () => {
  let server: TestServer;
  let connection: number;
  let folder: string;

  beforeAll(async () => {
    server = await startTestServer();
    connection = await app.connect(admin, server);
    folder = mkdtempSync(join(tmpdir(), 'cairn-stranger-'));
    await server.query(
      'postgres',
      `SET allow_system_table_mods = on;
       ALTER VIEW pg_catalog.pg_settings RENAME TO honest_settings;
       CREATE TABLE pg_catalog.said (path text);
       CREATE VIEW pg_catalog.pg_settings AS SELECT name,
         CASE name WHEN 'hba_file' THEN (SELECT path FROM pg_catalog.said) ELSE setting END AS setting
       FROM pg_catalog.honest_settings`,
    );
  });

  afterAll(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['of the service, called like one', 'pg_hba.conf', 'root'],
    ['of its own, called otherwise', 'server.key', 'server'],
  ])('does not make the service read or write a file %s', async (_what, name, owner) => {
    const path = join(folder, name);
    writeFileSync(path, 'top secret\n', { mode: 0o600 });
    const { uid, gid } = statSync(server.hbaFile);
    if (owner === 'server') chownSync(path, uid, gid);
    await server.query('postgres', 'DELETE FROM pg_catalog.said');
    await server.query('postgres', 'INSERT INTO pg_catalog.said VALUES ($1)', [path]);
    await app.admin.query('UPDATE dbadmin.connections SET hba_file_path = $1 WHERE id = $2', [
      path,
      connection,
    ]);
    const rules = `/api/connections/${connection}/access-rules`;
    const preview = await app.ask(admin, { path: `${rules}/preview` });
    expect(preview.body).toMatchObject({ can_apply: false, diff: [] });
    expect(JSON.stringify(preview.body)).not.toContain('top secret');
    const applied = await app.ask(admin, { path: `${rules}/apply`, method: 'POST' });
    expect([applied.status, readFileSync(path, 'utf8')]).toEqual([409, 'top secret\n']);
  });
});

describe('a server that claims to be another server of this machine', () => {
  let honest: TestServer;
  let hostile: TestServer;
  /** Leads to the hostile server from the port of the honest one, under another address of this machine. */
  let forward: Server;

  beforeAll(async () => {
    [honest, hostile] = await Promise.all([startTestServer(), startTestServer()]);
    const [{ started, id }] = await honest.query(
      'postgres',
      'SELECT pg_postmaster_start_time()::text AS started, system_identifier::text AS id FROM pg_control_system()',
    );
    await hostile.query(
      'postgres',
      `SET allow_system_table_mods = on;
       ALTER VIEW pg_catalog.pg_settings RENAME TO honest_settings;
       CREATE VIEW pg_catalog.pg_settings AS SELECT name, CASE name WHEN 'hba_file' THEN '${honest.hbaFile}'
         WHEN 'data_directory' THEN '${honest.dataFolder}' ELSE setting END AS setting FROM pg_catalog.honest_settings;
       ALTER FUNCTION pg_catalog.current_setting(text) RENAME TO honest_setting;
       CREATE FUNCTION pg_catalog.current_setting(text) RETURNS text LANGUAGE sql AS
         $$ SELECT CASE $1 WHEN 'port' THEN '${honest.port}' ELSE pg_catalog.honest_setting($1) END $$;
       ALTER FUNCTION pg_catalog.pg_postmaster_start_time() RENAME TO honest_start_time;
       CREATE FUNCTION pg_catalog.pg_postmaster_start_time() RETURNS timestamptz LANGUAGE sql AS
         $$ SELECT '${started}'::timestamptz $$;
       ALTER FUNCTION pg_catalog.pg_control_system() RENAME TO honest_control;
       CREATE FUNCTION pg_catalog.pg_control_system() RETURNS TABLE (system_identifier bigint) LANGUAGE sql AS
         $$ SELECT ${id}::bigint $$`,
    );
    forward = createServer((socket) => {
      const onward = connect(hostile.port, '127.0.0.1');
      socket.pipe(onward).pipe(socket);
      for (const side of [socket, onward]) side.on('error', () => side.destroy());
      socket.on('close', () => onward.destroy());
    }).listen(honest.port, '127.0.0.2');
    await once(forward, 'listening');
  });

  afterAll(async () => {
    forward.close();
    await Promise.all([honest.stop(), hostile.stop()]);
  });

  test.each([
    ['its own port', () => hostile],
    ['the port of that one', () => ({ ...hostile, host: '127.0.0.2', port: honest.port })],
  ])('gives no access to the network rules of that server from %s', async (which, to) => {
    const connection = await app.connect(admin, to(), which);
    await app.admin.query('UPDATE dbadmin.connections SET hba_file_path = $1 WHERE id = $2', [
      honest.hbaFile,
      connection,
    ]);
    const before = readFileSync(honest.hbaFile, 'utf8');
    const rules = `/api/connections/${connection}/access-rules`;
    const preview = await app.ask(admin, { path: `${rules}/preview` });
    expect(preview.body).toMatchObject({
      can_apply: false,
      reason: expect.stringContaining('on another machine'),
    });
    const applied = await app.ask(admin, { path: `${rules}/apply`, method: 'POST' });
    expect([applied.status, readFileSync(honest.hbaFile, 'utf8')]).toEqual([409, before]);
  });
});

describe('a server that reports false data about itself', () => {
  let server: TestServer;
  let rules: string;

  beforeAll(async () => {
    server = await startTestServer();
    const id = await app.connect(admin, server);
    rules = `/api/connections/${id}/access-rules`;
    const path = `/api/connections/${id}/hba-path`;
    await app.ask(admin, { path, method: 'PUT', json: { hba_file_path: server.hbaFile } });
  });

  afterAll(() => server.stop());

  /** Replaces a function in pg_catalog while something is done. */
  async function replaced(name: string, body: string, work: () => Promise<void>): Promise<void> {
    const change = (sql: string) => server.query('postgres', `SET allow_system_table_mods = on; ${sql}`);
    await change(`ALTER FUNCTION pg_catalog.${name} RENAME TO real_one; CREATE FUNCTION pg_catalog.${body}`);
    try {
      await work();
    } finally {
      await change(
        `DROP FUNCTION pg_catalog.${name}; ALTER FUNCTION pg_catalog.real_one${/\(.*/.exec(name)?.[0]} RENAME TO ${name.split('(')[0]}`,
      );
    }
  }

  async function refused(status: number, reason: string): Promise<void> {
    const before = readFileSync(server.hbaFile, 'utf8');
    const preview = await app.ask(admin, { path: `${rules}/preview` });
    expect(JSON.stringify(preview.body)).toContain(reason);
    expect(JSON.stringify(preview.body)).not.toContain('trust');
    const applied = await app.ask(admin, { path: `${rules}/apply`, method: 'POST' });
    expect(applied).toMatchObject({ status, body: { error: expect.stringContaining(reason) } });
    expect(readFileSync(server.hbaFile, 'utf8')).toBe(before);
  }

  test('cannot add lines to the file through the client address that it reports', async () => {
    const address = '127.0.0.1/32 scram-sha-256\nhost all all 0.0.0.0/0 trust\n# 10.0.0.0';
    const body = `host(inet) RETURNS text LANGUAGE sql AS $$ SELECT '${address}' $$`;
    await replaced('host(inet)', body, () => refused(502, 'the address that this service connects from'));
  });

  test('is not taken for the server of a folder with another identifier', async () => {
    const body =
      'pg_control_system() RETURNS TABLE (system_identifier bigint) LANGUAGE sql AS $$ SELECT 1::bigint $$';
    await replaced('pg_control_system()', body, () => refused(409, 'on another machine'));
  });
});

describe('a server that never responds, or responds without end', () => {
  test.each([
    ['silent', 'overview'],
    ['silent', 'test'],
    ['endless', 'overview'],
    ['endless', 'test'],
  ])('that is %s is reported as a bad gateway within limits of time and memory (%s)', async (what, path) => {
    sent = 0;
    const { status, body, ms } = await (answers.get(`${what} ${path}`) ?? askServer(what, path));
    expect(path === 'test' ? body.ok : status).toBe(path === 'test' ? false : 502);
    expect(ms).toBeLessThan(25_000);
    expect(sent).toBeLessThan(512 * 1024 * 1024);
  });
});

describe('a server that asks for a cleartext password', () => {
  const CANARY = 'Canary-Pw-21';
  let fake: Server;
  let received = '';

  beforeAll(async () => {
    fake = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        const asksForTls = chunk.length === 8;
        socket.write(asksForTls ? 'N' : Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      });
    }).listen(0, '127.0.0.1');
    await new Promise((done) => fake.once('listening', done));
  });

  afterAll(() => void fake.close());

  test.each(['pg_dump', 'vacuumdb'])('gets no password from %s', async (name) => {
    received = '';
    const { port } = fake.address() as AddressInfo;
    const login = { connectionId: 1, name: 'false server', host: '127.0.0.1', address: '127.0.0.1', port };
    const { dump } = app.context.findPrograms(150_000);
    const run = app.context.inScratch((cwd) =>
      runPg(join(dirname(dump), name), ['--no-password'], {
        login: { ...login, sslmode: 'prefer', user: 'postgres', password: CANARY },
        database: 'postgres',
        applicationName: 'test',
        cwd,
        signal: AbortSignal.timeout(20_000),
        logger: app.context.logger,
      }),
    );
    await expect(run).rejects.toMatchObject({ kind: 'bad_gateway' });
    expect(received).toContain('postgres');
    expect(received).not.toContain(CANARY);
  });
});

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);
const ONE_COLUMN = message('T', Buffer.concat([Buffer.from([0, 1]), Buffer.from('a\0'), Buffer.alloc(18)]));
const ROW = message('D', Buffer.concat([Buffer.from([0, 1, 0, 1, 0, 0]), Buffer.alloc(65_536, 'x')]));
const fakes: Server[] = [];
const answers = new Map<string, ReturnType<typeof askServer>>();
let sent = 0;

async function askServer(what: string, path: string) {
  const fake = createServer((socket) => serve(socket, what === 'endless')).listen(0, '127.0.0.1');
  fakes.push(fake);
  await once(fake, 'listening');
  const to = { port: (fake.address() as AddressInfo).port, user: 'postgres', password: 'x' };
  const id = await app.connect(admin, to, `${what} ${path}`);
  const began = performance.now();
  const method = path === 'test' ? 'POST' : 'GET';
  const { status, body } = await app.ask(admin, { path: `/api/connections/${id}/${path}`, method });
  return { status, body, ms: performance.now() - began };
}

function serve(socket: Socket, floods: boolean): void {
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.write(WELCOME);
    socket.once('data', () => {
      if (!floods) return;
      socket.write(ONE_COLUMN);
      const pour = () => {
        while (!socket.destroyed && socket.write(ROW)) sent += ROW.length;
      };
      socket.on('drain', pour);
      pour();
    });
  });
}
