import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { createLogger } from '@cairn/service';
import { readDbadminConfig } from '../src/config.ts';
import { startRelay } from '../src/features/servers/relay/relay.ts';
import { signIn } from '../src/features/servers/relay/sign-in.ts';
import { runPg } from '../src/postgres-programs/run-program.ts';
import { jobRequests } from './job-requests.ts';
import { SERVICE_SECRET, startTestDbadmin } from './test-app.ts';
import type { TestDbadmin } from './test-app.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(() => server.stop());

test('LONG_JOB_HOURS is refused at startup when a timer cannot last that long', () => {
  const config = (hours: string) => readDbadminConfig({ SERVICE_SECRET, LONG_JOB_HOURS: hours });
  expect(config('480').longJobMs).toBe(480 * 3_600_000);
  expect(() => config('600')).toThrow('LONG_JOB_HOURS');
});

test('a relay with silenceMs keeps an idle client and drops one that waits for a response', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-relay-'));
  const at = { connectionId: 1, name: 'server', host: '127.0.0.1', address: '127.0.0.1', port: server.port };
  const login = { ...at, sslmode: 'disable' as const, user: server.user, password: server.password };
  const relay = await startRelay({
    path: join(folder, '.s.PGSQL.5432'),
    maxConnections: 1,
    silenceMs: 300,
    user: login.user,
    signIn: (database) => signIn(login, database, { applicationName: 'silent' }),
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const client = new pg.Client({ host: folder, user: login.user, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    const idle = `SELECT FROM pg_stat_activity WHERE application_name = 'silent' AND now() - state_change > '0.9 s'`;
    await until(
      'it was idle three times as long',
      async () => (await server.query('postgres', idle)).length > 0,
    );
    expect((await client.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    await client.query('LISTEN news');
    const heard = once(client, 'notification');
    await server.query('postgres', 'NOTIFY news');
    await heard;
    await until(
      'it was idle three times as long after a notification',
      async () => (await server.query('postgres', idle)).length > 0,
    );
    expect((await client.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
    await expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow('terminated');
  } finally {
    await client.end().catch(() => undefined);
    await relay.close();
    await rm(folder, { recursive: true });
  }
});

describe('a disk for backups', () => {
  let mount: string;
  let small: TestDbadmin;

  beforeAll(async () => {
    mount = await mkdtemp(join(tmpdir(), 'cairn-small-disk-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', mount]);
    small = await startTestDbadmin({ BACKUP_ROOT: join(mount, 'backups') });
    await mkdir(join(mount, 'backups'));
    await small.work().ready;
  });

  afterAll(async () => {
    await small.close();
    execFileSync('umount', [mount]);
    await rm(mount, { recursive: true });
  });

  /** Begins a backup of a new database; the id of its job. */
  async function backUp(name: string, sql: string) {
    const person = await small.signUp({ username: name, isAdmin: true });
    const there = jobRequests(small, person);
    const at = await small.connect(person, server, name);
    await server.query('postgres', `CREATE DATABASE ${name}`);
    await server.query(name, sql);
    const id = await there.register(at, name);
    const lock = new pg.Client({ connectionString: server.url(name) });
    await lock.connect();
    await lock.query('BEGIN; LOCK TABLE noise IN ACCESS EXCLUSIVE MODE');
    const { body } = await there.ask(`/api/databases/${id}/backup`, 'POST');
    return {
      job: body.job_id as string,
      unlock: () => lock.end(),
      async fails(sentence: RegExp) {
        const ended = await small.ended(person, body.job_id);
        expect(ended).toMatchObject({ status: 'failed', errors: [expect.stringMatching(sentence)] });
        expect(await readdir(join(mount, 'backups', String(at)))).toEqual([]);
        expect((await small.ask(person, { path: `/api/databases/${id}/backups` })).body).toEqual([]);
      },
    };
  }

  test('that becomes full fails a backup with a sentence, without retries or leftovers', async () => {
    const backup = await backUp(
      'bulky',
      `CREATE TABLE noise AS SELECT string_agg(md5(random()::text), '') AS text FROM generate_series(1, 200000) i GROUP BY i % 1000`,
    );
    await backup.unlock();
    await backup.fails(/the disk is full|kept in reserve/);
  });

  test('keeps a reserve: a running backup is stopped when it is reached', async () => {
    const backup = await backUp('plain', 'CREATE TABLE noise AS SELECT 1 AS one');
    await until('pg_dump waits for the lock', async () => {
      const sessions = await server.query(
        'postgres',
        `SELECT 1 FROM pg_stat_activity WHERE starts_with(application_name, $1) AND wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE%'`,
        [`dbadmin:${backup.job}:`],
      );
      return sessions.length > 0;
    });
    const filler = join(mount, 'other-file');
    await writeFile(filler, Buffer.alloc(1_000_000));
    await backup.fails(/kept in reserve/);
    await rm(filler);
    await backup.unlock();
  });
});

describe('a server that only pretends to work', () => {
  const OK = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
  const KEY = Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]);
  const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const EMPTY_NOTICE = Buffer.from([0x4e, 0, 0, 0, 5, 0]);
  let fake: Server;
  let app: TestDbadmin;
  let trickles = false;

  beforeAll(async () => {
    app = await startTestDbadmin({ LONG_JOB_HOURS: '0.0005' });
    fake = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(Buffer.concat([OK, KEY, READY])));
      const timer = setInterval(() => trickles && socket.write(EMPTY_NOTICE), 100);
      socket.once('close', () => clearInterval(timer));
    }).listen(0, '127.0.0.1');
    await new Promise((done) => fake.once('listening', done));
  });

  afterAll(async () => {
    await app.close();
    fake.close();
  });

  const port = () => (fake.address() as AddressInfo).port;

  test('and keeps sending notices occupies a job slot no longer than the limit of the kind', async () => {
    trickles = true;
    const admin = await app.signUp({ username: 'admin', isAdmin: true });
    const connection = await app.connect(admin, { port: port(), user: 'postgres', password: 'x' });
    const { rows } = await app.admin.query(
      `INSERT INTO dbadmin.databases (connection_id, name) VALUES ($1, 'gis') RETURNING id::int`,
      [connection],
    );
    const { jobs, db } = app.context;
    const payload = { title: 'Back up', connection_id: connection, database_id: rows[0].id, note: '' };
    const job = await jobs.enqueue(db, { kind: 'database.backup', payload });
    await app.work().ready;
    expect(await jobs.finished(job.id)).toMatchObject({
      status: 'failed',
      attempts: 1,
      errors: [{ code: 'dbadmin.job_too_long' }],
    });
  });

  test('and sends nothing loses its connection to a program', async () => {
    trickles = false;
    const login = { connectionId: 1, name: 'mute', host: '127.0.0.1', address: '127.0.0.1', port: port() };
    const run = app.context.inScratch((cwd) =>
      runPg(app.context.findPrograms(150_000).dump, ['--no-password'], {
        login: { ...login, sslmode: 'disable', user: 'postgres', password: 'x' },
        database: 'postgres',
        applicationName: 'test',
        cwd,
        silenceMs: 300,
        signal: AbortSignal.timeout(20_000),
        logger: app.context.logger,
      }),
    );
    await expect(run).rejects.toMatchObject({ code: 'dbadmin.server_lost' });
  });
});
