import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, readdir, readlink, stat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { jobRequests } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';

const run = promisify(execFile);

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let editor: Person;
let connection: number;
let roads: number;
let steps: ReturnType<typeof jobRequests>;

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  editor = await app.signUp({ username: 'editor', service: 'edit' });
  connection = await app.connect(admin, server);
  await app.work().ready;
  steps = jobRequests(app, admin);
  await server.query('postgres', 'CREATE DATABASE roads');
  await server.query(
    'roads',
    'CREATE TABLE segments AS SELECT i AS id, md5(i::text) AS name FROM generate_series(1, 20000) i',
  );
  roads = await steps.register(connection, 'roads');
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

/** For names that an address would not survive. */
async function inDatabase(database: string, sql: string): Promise<void> {
  const { port, user, password } = server;
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** The program of this name that this process has started, directly or through others. */
async function descendant(name: string): Promise<number | undefined> {
  const { stdout } = await run('ps', ['-eo', 'pid=,ppid=,comm=']);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, comm]) => ({ pid: Number(pid), parent: Number(parent), comm }));
  const parentOf = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === process.pid || isOurs(parentOf.get(pid)));
  return all.find(({ pid, comm }) => comm === name && isOurs(pid))?.pid;
}

const folder = () => join(app.config.backupRoot, String(connection));
const backups = (id = roads) => app.ask(editor, { path: `/api/databases/${id}/backups` });

test('POST /api/databases/{id}/backup creates a verified file with its hash', async () => {
  const { status, body } = await app.ask(editor, {
    path: `/api/databases/${roads}/backup`,
    method: 'POST',
    json: { note: 'before the move' },
  });
  expect([status, body]).toEqual([202, { job_id: expect.any(String) }]);
  const job = await steps.succeeded(body.job_id);
  expect(job).toMatchObject({
    kind: 'database.backup',
    title: 'Back up roads',
    summary: 'Backed up roads',
    page: `/databases/${roads}?tab=backups`,
    progress: 100,
    database_id: roads,
  });
  const { filename, artifact, sha256 } = job.result;
  expect(filename).toMatch(/^roads-\d{8}T\d{6}Z-\d+\.dump$/);
  const file = join(folder(), filename);
  expect(join(app.config.backupRoot, artifact)).toBe(file);
  expect(isAbsolute(artifact)).toBe(false);
  const bytes = await readFile(file);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  expect(bytes.subarray(0, 5).toString()).toBe('PGDMP');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(folder())).mode & 0o777).toBe(0o700);
  expect(await readdir(folder())).toEqual([filename]);
});

test('GET /api/databases/{id}/backups lists backups, newest file name first', async () => {
  const second = await steps.backUp(roads);
  const { status, body } = await backups();
  expect(status).toBe(200);
  expect(body).toHaveLength(2);
  expect(body[0].filename).toBe(second.result.filename);
  expect(body.map((backup: any) => backup.filename)).toEqual(
    body
      .map((backup: any) => backup.filename)
      .toSorted()
      .toReversed(),
  );
  expect(body[1]).toMatchObject({
    database_name: 'roads',
    note: 'before the move',
    created_by: 'editor',
    server_version: expect.stringMatching(/^\d+\.\d+/),
    size_bytes: expect.any(Number),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    verified_at: expect.any(String),
  });
  expect((await app.ask(editor, { path: '/api/databases/999999/backups' })).status).toBe(404);
});

test('POST /api/connections/{id}/backup enqueues a backup of each registered database', async () => {
  await server.query('postgres', 'CREATE DATABASE rivers');
  const rivers = await steps.register(connection, 'rivers');
  const { status, body } = await steps.ask(`/api/connections/${connection}/backup`, 'POST');
  expect(status).toBe(202);
  expect(body.job_ids).toHaveLength(2);
  for (const id of body.job_ids) await steps.succeeded(id);
  expect((await backups(rivers)).body).toHaveLength(1);
  expect((await steps.ask('/api/connections/999999/backup', 'POST')).status).toBe(404);
  await server.query('postgres', 'DROP DATABASE rivers');
  const gone = await steps.ask(`/api/databases/${rivers}/backup`, 'POST');
  const job = await app.ended(admin, gone.body.job_id);
  expect(job.status).toBe('failed');
  expect(job.error).toContain('"rivers" no longer exists');
  expect((await steps.ask(`/api/databases/${rivers}`, 'DELETE', { confirm_name: 'rivers' })).status).toBe(
    202,
  );
});

test('POST /api/connections/{id}/backup without a database to back up returns 409', async () => {
  const empty = await app.connect(admin, server, 'empty');
  expect((await steps.ask(`/api/connections/${empty}/backup`, 'POST')).status).toBe(409);
});

test.each([
  '--file=/tmp/cairn-pwned',
  'host=127.0.0.9 dbname=x',
  'postgres://127.0.0.9/x',
  'a"b',
  'Straße ü/..',
])(
  'backs up the database %j under its own name, without connecting or writing anywhere else',
  async (name) => {
    await server.query('postgres', `CREATE DATABASE ${pg.escapeIdentifier(name)}`);
    await inDatabase(name, 'CREATE TABLE odd AS SELECT 1 AS one');
    const { rows } = await app.admin.query(
      'INSERT INTO dbadmin.databases (connection_id, name) VALUES ($1, $2) RETURNING id',
      [connection, name],
    );
    const job = await steps.backUp(rows[0].id);
    expect(job.result.filename).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_.-]*-\d{8}T\d{6}Z-\d+\.dump$/);
    const { stdout } = await run('pg_restore', ['-l', join(app.config.backupRoot, job.result.artifact)]);
    expect(stdout).toContain('TABLE public odd');
    await expect(stat('/tmp/cairn-pwned')).rejects.toMatchObject({ code: 'ENOENT' });
    await app.admin.query('DELETE FROM dbadmin.databases WHERE id = $1', [rows[0].id]);
  },
);

test('POST /api/databases/{id}/backup without matching programs returns 400 and names the package to install', async () => {
  const bare = await startTestDbadmin({ POSTGRES_ROOT: '/nonexistent' });
  try {
    const person = await bare.signUp({ username: 'admin', isAdmin: true });
    const there = jobRequests(bare, person);
    const id = await there.register(await bare.connect(person, server), 'roads');
    const { status, body } = await there.ask(`/api/databases/${id}/backup`, 'POST');
    expect(status).toBe(400);
    expect(body.error).toMatch(/postgresql-client-\d+/);
    const clone = await there.ask(`/api/databases/${id}/clone`, 'POST', { name: 'copy' });
    expect(clone.status).toBe(400);
    expect((await bare.ask(person, { path: '/api/jobs' })).body).toEqual([]);
  } finally {
    await bare.close();
  }
});

test('while a backup runs, no password is in the process list, the job, its row or the log', async () => {
  const client = new pg.Client({ connectionString: server.url('roads') });
  await client.connect();
  try {
    // pg_dump waits for this lock, so that there is time to look.
    await client.query('BEGIN; LOCK TABLE segments IN ACCESS EXCLUSIVE MODE');
    const { body } = await steps.ask(`/api/databases/${roads}/backup`, 'POST');
    let pid: number | undefined;
    await until('pg_dump runs', async () => (pid = await descendant('pg_dump')) !== undefined);
    const { stdout: processes } = await run('ps', ['-eo', 'args']);
    expect(processes).toMatch(/pg_dump -Fc/);
    expect(processes).not.toContain(server.password);
    // Nor does pg_dump reach more than the socket that leads to its server.
    for (const kind of ['net', 'mnt', 'pid'])
      expect(await readlink(`/proc/${pid}/ns/${kind}`)).not.toBe(await readlink(`/proc/self/ns/${kind}`));
    const [session] = await server.query(
      'postgres',
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE starts_with(application_name, $1)`,
      [`dbadmin:${body.job_id}:`],
    );
    expect(session.count).toBeGreaterThan(0);
    const shown = await app.ask(admin, { path: `/api/jobs/${body.job_id}` });
    const { rows } = await app.admin.query('SELECT * FROM dbadmin.jobs WHERE id = $1', [body.job_id]);
    expect(JSON.stringify([shown.body, rows])).not.toContain(server.password);
    await client.query('ROLLBACK');
    await steps.succeeded(body.job_id);
    expect(server.log()).not.toContain(server.password);
  } finally {
    await client.end();
  }
});

test('POST /api/jobs/{id}/cancel with stop=true ends pg_dump and its session, and leaves no file', async () => {
  const before = (await backups()).body.length;
  const client = new pg.Client({ connectionString: server.url('roads') });
  await client.connect();
  try {
    await client.query('BEGIN; LOCK TABLE segments IN ACCESS EXCLUSIVE MODE');
    const { body } = await steps.ask(`/api/databases/${roads}/backup`, 'POST');
    const sessions = async () =>
      (
        await server.query(
          'postgres',
          `SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND datname = 'roads'`,
          [`dbadmin:${body.job_id}:`],
        )
      ).length;
    for (let i = 0; i < 200 && (await sessions()) === 0; i += 1)
      await new Promise((done) => setTimeout(done, 50));
    expect((await steps.ask(`/api/jobs/${body.job_id}/cancel`, 'POST')).status).toBe(409);
    expect((await steps.ask(`/api/jobs/${body.job_id}/cancel?stop=true`, 'POST')).status).toBe(200);
    expect((await app.ended(admin, body.job_id)).status).toBe('cancelled');
    expect(await sessions()).toBe(0);
  } finally {
    await client.end();
  }
  expect((await readdir(folder())).filter((name) => name.endsWith('.partial'))).toEqual([]);
  expect((await backups()).body).toHaveLength(before);
});

test('the error of pg_dump is in the errors of the job, once', async () => {
  await server.query('postgres', 'CREATE DATABASE broken');
  await server.query('broken', 'CREATE TABLE t (a int)');
  await server.query(
    'broken',
    `UPDATE pg_attribute SET atttypid = 4242 WHERE attname = 'a' AND attrelid = 't'::regclass`,
  );
  const id = await steps.register(connection, 'broken');
  const { body } = await steps.ask(`/api/databases/${id}/backup`, 'POST');
  const job = await app.ended(admin, body.job_id);
  expect(job.status).toBe('failed');
  expect(job.errors).toHaveLength(1);
  expect(job.error).toMatch(/pg_dump ended with exit code 1: .+/);
  expect(job.error).not.toContain(server.password);
  expect((await readdir(folder())).filter((name) => name.startsWith('broken'))).toEqual([]);
});
