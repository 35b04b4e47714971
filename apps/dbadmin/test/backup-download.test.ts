import { link, mkdtemp, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let editor: Person;
let connection: number;
let roads: number;
let steps: ReturnType<typeof jobRequests>;
let filename: string;
let bytes: Buffer;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  connection = await app.connect(admin, server);
  await app.work().ready;
  steps = jobRequests(app, admin);
  await server.query('postgres', 'CREATE DATABASE roads');
  await server.query('roads', 'CREATE TABLE segments AS SELECT generate_series(1, 20000) AS id');
  roads = await steps.register(connection, 'roads');
  const { result } = await steps.backUp(roads);
  filename = result.filename;
  bytes = await readFile(join(app.config.backupRoot, result.artifact));
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

const folder = () => join(app.config.backupRoot, String(connection));
const get = (name: string, headers: Record<string, string> = {}, person = admin) =>
  fetch(`${app.url}/api/databases/${roads}/backups/${name}`, {
    headers: { cookie: person.cookie, ...headers },
  });

test('GET /api/databases/{id}/backups/{filename} sends the bytes, whole or in part', async () => {
  const whole = await get(filename);
  expect(whole.status).toBe(200);
  expect(whole.headers.get('content-disposition')).toContain(`filename="${filename}"`);
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  const part = await get(filename, { range: 'bytes=100-199' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
  const end = await get(filename, { range: 'bytes=-10' });
  expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-10))).toBe(true);
  const outside = await get(filename, { range: `bytes=${bytes.length}-` });
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
});

test('GET /api/databases/{id}/backups/{filename} uses the hash as ETag', async () => {
  const etag = (await get(filename)).headers.get('etag')!;
  expect((await get(filename, { 'if-none-match': etag })).status).toBe(304);
  expect((await get(filename, { range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
  expect((await get(filename, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  const head = await app.ask(admin, {
    path: `/api/databases/${roads}/backups/${filename}`,
    method: 'HEAD',
  });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
});

test('GET /api/databases/{id}/backups/{filename} returns 403 for editors and audits downloads of administrators', async () => {
  expect((await get(filename, {}, editor)).status).toBe(403);
  await (await get(filename)).arrayBuffer();
  const { body } = await app.ask(admin, { path: '/api/audit' });
  expect(body.items[0]).toMatchObject({
    event: 'backup.downloaded',
    actor_name: 'admin',
    subject: 'roads',
    details: { filename },
  });
});

test.each([
  '../x',
  '%2e%2e%2fx',
  '..%2f..%2fetc%2fpasswd',
  '%2fetc%2fpasswd',
  'x%00.dump',
  '.hidden',
  'a.dump',
  '-rf',
  'roads-20260101T000000Z-1.dump.partial',
  '%5c..%5cx',
])('GET /api/databases/{id}/backups/{filename} of %j reveals nothing', async (name) => {
  const answer = await get(name);
  expect([400, 404]).toContain(answer.status);
  expect(await answer.text()).not.toContain('root:');
});

test('GET /api/databases/{id}/backups/{filename} of another database returns 404', async () => {
  await server.query('postgres', 'CREATE DATABASE lakes');
  const lakes = await steps.register(connection, 'lakes');
  const path = `/api/databases/${lakes}/backups/${filename}`;
  expect((await app.ask(admin, { path })).status).toBe(404);
  expect((await app.ask(admin, { path, method: 'DELETE' })).status).toBe(404);
});

describe('a file that was replaced', () => {
  let artifact: string;
  let aside: string;
  let elsewhere: string;

  beforeAll(async () => {
    artifact = join(folder(), filename);
    elsewhere = await mkdtemp(join(tmpdir(), 'cairn-elsewhere-'));
    aside = join(elsewhere, 'aside');
    await writeFile(join(elsewhere, 'secret'), 'PGDMP secret');
  });

  afterAll(() => rm(elsewhere, { recursive: true }));

  async function exchanged(put: () => Promise<unknown>, check: () => Promise<unknown>) {
    await rename(artifact, aside);
    try {
      await put();
      await check();
    } finally {
      await rm(artifact, { recursive: true, force: true });
      await rename(aside, artifact);
    }
  }
  const refused = async () => {
    const answer = await get(filename);
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('secret');
    const restored = await steps.restore(roads, { artifact, mode: 'new', new_database_name: 'stolen' });
    expect(restored.status).toBe(400);
    expect(await readFile(join(elsewhere, 'secret'), 'utf8')).toBe('PGDMP secret');
  };

  test.each([
    ['a symbolic link', () => symlink(join(elsewhere, 'secret'), artifact)],
    ['a second name of another file', () => link(join(elsewhere, 'secret'), artifact)],
    ['a script for psql', () => writeFile(artifact, '\\! id > /tmp/cairn-pwned\n')],
    ['nothing', () => writeFile(artifact, '')],
    ['no file at all', () => Promise.resolve()],
  ])('returns 400 when it is %s', (_what, put) => exchanged(put, refused));

  test('returns 400 when its folder is a link', async () => {
    const moved = `${folder()}-moved`;
    await rename(folder(), moved);
    try {
      await writeFile(join(elsewhere, filename), 'PGDMP secret');
      await symlink(elsewhere, folder());
      await refused();
    } finally {
      await rm(folder());
      await rename(moved, folder());
    }
  });
});

test('DELETE /api/databases/{id}/backups/{filename} removes row and file', async () => {
  const path = `/api/databases/${roads}/backups/${filename}`;
  expect((await app.ask(editor, { path, method: 'DELETE' })).status).toBe(403);
  expect((await app.ask(admin, { path, method: 'DELETE' })).body).toEqual({ success: true });
  await expect(stat(join(folder(), filename))).rejects.toMatchObject({ code: 'ENOENT' });
  expect((await app.ask(admin, { path, method: 'DELETE' })).status).toBe(404);
});
