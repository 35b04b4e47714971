import { readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import { startService, startTestServer, until } from '@cairn/testing';
import type { RunningService, TestServer } from '@cairn/testing';
import { runHousekeeping } from '../src/housekeeping.ts';
import { attemptNames } from '../src/server-jobs/attempt-names.ts';
import { jobRequests, databaseNames } from './job-requests.ts';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { geoJson, sendFile } from './import-files.ts';

const WORKER = resolve(import.meta.dirname, '../src/worker.ts');

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let connection: number;
let steps: ReturnType<typeof jobRequests>;
let worker: RunningService | null = null;
const clients: pg.Client[] = [];

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  connection = await app.connect(admin, server);
  steps = jobRequests(app, admin);
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)));
});

afterAll(async () => {
  await killWorker();
  await app.close();
  await server.stop();
});

/** The worker, a process of its own on the database and storage of the app; started if none runs. */
async function startWorker(): Promise<RunningService> {
  const { config } = app;
  worker ??= await startService({
    script: WORKER,
    config,
    env: { BACKUP_ROOT: config.backupRoot, WORKER_CONCURRENCY: '8', LOG_LEVEL: 'debug' },
  });
  return worker;
}

async function killWorker(): Promise<void> {
  await worker?.kill();
  worker = null;
}

/** A session that stays open until the end of the test, after some statement. */
async function hold(database: string, sql: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.url(database) });
  client.on('error', () => undefined);
  clients.push(client);
  await client.connect();
  await client.query(sql);
  return client;
}

async function makeDatabase(name: string): Promise<number> {
  await server.query('postgres', `CREATE DATABASE ${name}`);
  await server.query(
    name,
    `CREATE TABLE numbers AS SELECT i AS id, md5(i::text) AS text FROM generate_series(1, 30000) i; CREATE TABLE other AS SELECT 1 AS one`,
  );
  return steps.register(connection, name);
}

const numbers = (name: string) => server.query(name, 'SELECT * FROM numbers ORDER BY id');
const job = async (id: string) => (await app.ask(admin, { path: `/api/jobs/${id}` })).body;
const isMade = async (id: string) =>
  (await app.admin.query(`SELECT committed ? 'made' AS made FROM dbadmin.jobs WHERE id = $1`, [id])).rows[0]
    .made;
/** Whether a session of the job waits for a lock; not the short wait for the sizes of tables. */
const waits = async (id: string) =>
  (
    await server.query(
      'postgres',
      `SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND wait_event_type = 'Lock' AND query NOT LIKE '%pg_table_size%'`,
      [`dbadmin:${id}:`],
    )
  ).length > 0;
const temporary = async () => (await databaseNames(server)).filter((name) => name.startsWith('cairn_tmp_'));

describe('a worker that is killed', () => {
  test('during a dump, a copy, a restore and an import leaves them to the next worker, which completes each of them once', async () => {
    const [dumped, model, finished, shop, half] = [
      await makeDatabase('dumped'),
      await makeDatabase('model'),
      await makeDatabase('finished'),
      await makeDatabase('shop'),
      await makeDatabase('half'),
    ];
    await server.query('postgres', 'CREATE DATABASE maps');
    await server.query('maps', 'CREATE EXTENSION postgis');
    const maps = await steps.register(connection, 'maps');
    await startWorker();

    // Backups to restore, and a table to replace.
    const shopBackup = (await steps.backUp(shop)).result.artifact;
    const halfBackup = (await steps.backUp(half)).result.artifact;
    await server.query('shop', 'DELETE FROM numbers');
    await server.query('half', 'DELETE FROM numbers');
    const source = async (count: number) => {
      const sent = await sendFile(app, admin, { database: maps, name: 'p.geojson', bytes: geoJson(count) });
      return { source_path: sent.body.source_path, table_name: 'places' };
    };
    const first = await steps.ask(`/api/databases/${maps}/import`, 'POST', await source(5));
    await steps.succeeded(first.body.job_id);

    // Each is stopped where it hurts: pg_dump and the dump of a copy wait for a lock, …
    const inDump = await hold('dumped', 'BEGIN; LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE');
    const inModel = await hold('model', 'BEGIN; LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE');
    const inFinished = await hold('finished', 'BEGIN; LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE');
    const reader = await hold('maps', 'BEGIN; SELECT count(*) FROM places');
    const dump = (await steps.ask(`/api/databases/${dumped}/backup`, 'POST')).body.job_id;
    const clone = (await steps.ask(`/api/databases/${model}/clone`, 'POST', { name: 'copied' })).body.job_id;
    const cloneEnd = (await steps.ask(`/api/databases/${finished}/clone`, 'POST', { name: 'renamed' })).body
      .job_id;
    const load = (await steps.ask(`/api/databases/${maps}/import`, 'POST', await source(7))).body.job_id;
    await until('pg_dump waits', () => waits(dump));
    await until('the copy waits', () => waits(clone));
    await until('the other copy waits', () => waits(cloneEnd));
    await until('the import waits for its reader', () => waits(load));

    // … a whole copy cannot get its name while somebody is connected to it, …
    const { rows } = await app.admin.query('SELECT id, fence, created_at FROM dbadmin.jobs WHERE id = $1', [
      cloneEnd,
    ]);
    const { temporary: unnamed } = attemptNames({
      id: Number(cloneEnd),
      fence: Number(rows[0].fence),
      createdAt: rows[0].created_at,
    });
    const inCopy = await hold(unnamed, 'SELECT 1');

    // … one restore is complete and waits for a session to end, and the other has begun. Both wait for 5 s, as PostgreSQL does.
    const restoreEnd = (await steps.restore(shop, { artifact: shopBackup })).body.job_id;
    await until('the restore has begun', async () =>
      (await temporary()).some((name) => name.startsWith(`cairn_tmp_${restoreEnd}_`)),
    );
    const user = await hold('shop', 'SELECT 1');
    await inFinished.query('ROLLBACK');
    await Promise.all([
      until('the other copy is whole', () => isMade(cloneEnd)),
      until('the restore is whole', () => isMade(restoreEnd)),
    ]);
    const restore = (await steps.restore(half, { artifact: halfBackup })).body.job_id;
    await until('the other restore has begun', async () =>
      (await temporary()).some((name) => name.startsWith(`cairn_tmp_${restore}_`)),
    );

    await killWorker();
    await app.expireLeases();
    expect(await numbers('shop')).toEqual([]);
    expect((await reader.query('SELECT 1 FROM places')).rowCount).toBe(5);
    for (const client of [inDump, inModel, reader]) await client.query('ROLLBACK');
    for (const client of [inCopy, user, inDump, inModel, inFinished, reader]) await client.end();
    await startWorker();

    for (const id of [dump, clone, cloneEnd, load, restore, restoreEnd]) {
      const ended = await app.ended(admin, id);
      expect({ kind: ended.kind, status: ended.status, errors: ended.errors }).toEqual({
        kind: ended.kind,
        status: 'succeeded',
        errors: [expect.stringContaining('The worker stopped')],
      });
    }
    expect(await temporary()).toEqual([]);
    const roles = `SELECT rolname FROM pg_roles WHERE starts_with(rolname, 'cairn_tmp_')`;
    expect(await server.query('postgres', roles)).toEqual([]);
    const model30000 = await numbers('model');
    expect(model30000).toHaveLength(30_000);
    for (const name of ['copied', 'renamed', 'shop', 'half']) expect(await numbers(name)).toEqual(model30000);
    expect(await server.query('maps', 'SELECT count(*)::int AS n FROM places')).toEqual([{ n: 7 }]);
    expect((await databaseNames(server)).filter((name) => name.includes('_before_'))).toHaveLength(2);
    const { rows: backups } = await app.admin.query(
      'SELECT filename FROM dbadmin.backups WHERE database_id = $1',
      [dumped],
    );
    expect(backups).toHaveLength(1);
    const files = await readdir(join(app.config.backupRoot, String(connection)));
    expect(files.filter((name) => name.startsWith('dumped'))).toEqual([backups[0].filename]);
    const sessions = await server.query(
      'postgres',
      `SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, 'dbadmin:')`,
    );
    expect(sessions).toEqual([]);
  }, 400_000);

  test('without a successor leaves nothing that the sweeper does not find', async () => {
    const id = await makeDatabase('abandoned');
    await startWorker();
    await hold('abandoned', 'BEGIN; LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE');
    const dump = (await steps.ask(`/api/databases/${id}/backup`, 'POST')).body.job_id;
    const clone = (await steps.ask(`/api/databases/${id}/clone`, 'POST', { name: 'never' })).body.job_id;
    await until('pg_dump waits', () => waits(dump));
    await until('the copy waits', () => waits(clone));
    await killWorker();
    await app.admin.query(
      `UPDATE dbadmin.jobs SET status = 'failed', finished_at = now(), lease_until = NULL WHERE id = ANY($1::bigint[])`,
      [[dump, clone]],
    );
    // Not ours: another installation's temporary database, and a backup whose job nobody knows.
    await server.query('postgres', `CREATE DATABASE cairn_tmp_${clone}_00000000_1`);
    const folder = join(app.config.backupRoot, String(connection));
    const unknown = join(folder, 'old-20200101T000000Z-1.dump');
    await writeFile(unknown, 'PGDMP');
    const partial = async () => (await readdir(folder)).filter((name) => name.endsWith('.partial'));
    expect([await temporary(), await partial()].map((left) => left.length)).toEqual([2, 1]);
    await runHousekeeping(app.context);
    expect(await temporary()).toEqual([`cairn_tmp_${clone}_00000000_1`]);
    expect(await partial()).toEqual([]);
    expect(await readdir(folder)).toContain('old-20200101T000000Z-1.dump');
    await server.query('postgres', `DROP DATABASE cairn_tmp_${clone}_00000000_1`);
    await rm(unknown);
  });
});

describe('other faults', () => {
  test('a backup succeeds after its server stopped and restarted, and the job reports the interruption', async () => {
    const id = await makeDatabase('fragile');
    await startWorker();
    await hold('fragile', 'BEGIN; LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE');
    const { body } = await steps.ask(`/api/databases/${id}/backup`, 'POST');
    await until('pg_dump waits', () => waits(body.job_id));
    await server.kill();
    await until('the job knows', async () => (await job(body.job_id)).errors.length > 0);
    await server.start();
    const ended = await app.ended(admin, body.job_id);
    expect(ended.status).toBe('succeeded');
    expect(ended.errors[0]).toMatch(/lost its connection|No database responds|not let|cannot be reached/);
    const files = await readdir(join(app.config.backupRoot, String(connection)));
    expect(files.filter((name) => name.startsWith('fragile'))).toEqual([ended.result.filename]);
  });

  test('a stopped worker returns its job to the queue, and the attempt does not count', async () => {
    const id = await makeDatabase('patient');
    const stopping = await startWorker();
    const lock = await hold('patient', 'BEGIN; LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE');
    const { body } = await steps.ask(`/api/databases/${id}/backup`, 'POST');
    await until('pg_dump waits', () => waits(body.job_id));
    expect(await stopping.stop()).toBe(0);
    worker = null;
    expect(await waits(body.job_id)).toBe(false);
    expect(await job(body.job_id)).toMatchObject({ status: 'queued', errors: [] });
    await lock.query('ROLLBACK');
    await startWorker();
    expect((await app.ended(admin, body.job_id)).status).toBe('succeeded');
  });

  test('no password is in Redis, in rows of jobs, or in the logs of worker and server', async () => {
    const id = await makeDatabase('discreet');
    const { lines } = await startWorker();
    const lock = await hold('discreet', 'BEGIN; LOCK TABLE numbers IN ACCESS EXCLUSIVE MODE');
    const { body: backup } = await steps.ask(`/api/databases/${id}/backup`, 'POST');
    const { body: clone } = await steps.ask(`/api/databases/${id}/clone`, 'POST', { name: 'discreet2' });
    await until('pg_dump waits', () => waits(backup.job_id));
    const redis = new Redis(app.config.redisUrl!);
    const texts: unknown[] = [];
    for (const key of await redis.keys('*')) {
      const kind = await redis.type(key);
      if (kind === 'hash') texts.push(await redis.hgetall(key));
      else if (kind === 'string') texts.push(await redis.get(key));
      else if (kind === 'stream') texts.push(await redis.xrange(key, '-', '+'));
      else if (kind === 'list') texts.push(await redis.lrange(key, 0, -1));
      else texts.push(await redis.zrange(key, '0', '-1').catch(() => []));
    }
    await redis.quit();
    await lock.query('ROLLBACK');
    for (const { job_id } of [backup, clone]) await steps.succeeded(job_id);
    expect(texts.length).toBeGreaterThan(0);
    const { rows } = await app.admin.query('SELECT to_jsonb(j) AS job FROM dbadmin.jobs j');
    expect(rows.length).toBeGreaterThan(1);
    for (const text of [JSON.stringify(texts), JSON.stringify(rows), lines.join('\n'), server.log()])
      expect(text).not.toContain(server.password);
  });
});
