import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let other: TestServer;
/** Of the platform. */
let admin: Person;
/** Of database administration alone. */
let steward: Person;
/** Leads to the platform's server first, and to another one later. */
let forward: Server;
let target: { host: string; port: number };
let parks: string;

beforeAll(async () => {
  [app, other] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  steward = await app.signUp({ username: 'steward', service: 'admin' });
  await app.work().ready;
  const url = new URL(app.database.adminUrl);
  target = { host: url.hostname, port: Number(url.port) };
  forward = createServer((socket) => {
    const onward = connect(target);
    socket.pipe(onward).pipe(socket);
    for (const side of [socket, onward]) side.on('error', () => side.destroy());
    socket.on('close', () => onward.destroy());
  });
  await new Promise<void>((done) => forward.listen(0, '127.0.0.1', done));
  parks = `${url.pathname.slice(1)}_parks`;
  await app.admin.query(`CREATE DATABASE ${parks}`);
  await other.query('postgres', `CREATE DATABASE ${parks}`);
});

afterAll(async () => {
  forward.close();
  await app.admin.query(`DROP DATABASE ${parks} WITH (FORCE)`);
  await app.close();
  await other.stop();
});

test('a backup of the platform’s server remains restricted to its administrators when its address leads elsewhere', async () => {
  const { port } = forward.address() as AddressInfo;
  const { username, password } = new URL(app.database.adminUrl);
  const own = { port, user: decodeURIComponent(username), password: decodeURIComponent(password) };
  const connection = await app.connect(admin, own, 'before');
  const steps = jobRequests(app, admin);
  const { result } = await steps.backUp(await steps.register(connection, parks));
  expect((await steps.ask(`/api/connections/${connection}`, 'DELETE')).status).toBe(200);
  target = { host: '127.0.0.1', port: other.port };

  const theirs = jobRequests(app, steward);
  const moved = await app.connect(steward, { ...own, user: other.user, password: other.password }, 'after');
  const id = await theirs.register(moved, parks);
  const path = `/api/databases/${id}/backups/${result.filename}`;
  const restore = { artifact: result.artifact, mode: 'new', new_database_name: 'stolen' };
  for (const answer of [
    await app.ask(steward, { path }),
    await theirs.restore(id, restore),
    await theirs.ask(path, 'DELETE'),
  ])
    expect([answer.status, answer.body.error]).toEqual([403, expect.stringContaining('of the platform')]);

  const { result: later } = await theirs.backUp(id);
  expect((await theirs.ask(`/api/databases/${id}/backups/${later.filename}`, 'DELETE')).status).toBe(200);
  expect((await steps.ask(path, 'DELETE')).status).toBe(200);
});

test('backups of another server are not restricted because a database has the name of the platform’s', async () => {
  const name = new URL(app.database.adminUrl).pathname.slice(1);
  await other.query('postgres', `CREATE DATABASE ${name}`);
  const theirs = jobRequests(app, steward);
  const id = await theirs.register(await app.connect(steward, other), name);
  const { result } = await theirs.backUp(id);
  const path = `/api/databases/${id}/backups/${result.filename}`;
  expect((await app.ask(steward, { path, method: 'HEAD' })).status).toBe(200);
  // Of one that an earlier version made only the name is known.
  await app.admin.query('UPDATE dbadmin.backups SET server_identifier = NULL WHERE filename = $1', [
    result.filename,
  ]);
  expect((await theirs.ask(path, 'DELETE')).status).toBe(403);
});
