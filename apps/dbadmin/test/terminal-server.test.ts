import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { childPrograms, openPage } from './terminal-page.ts';
import type { Page } from './terminal-page.ts';

const PATH = '/api/terminal/ws/server';
const READY = /> $/;
const BACKUP = 'gis-20261122T031500Z-17.dump';

let app: TestDbadmin;
let server: TestServer;
let admin: Person;
let connection: number;
let page: Page;
const pages: Page[] = [];

beforeAll(async () => {
  [app, server] = await Promise.all([startTestDbadmin({ TERMINAL_GRACE_SECONDS: '1' }), startTestServer()]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  connection = await app.connect(admin, server, 'main');
  await server.query('postgres', 'CREATE DATABASE gis');
  await server.query('gis', 'CREATE TABLE roads (id int PRIMARY KEY, name text)');
  await server.query('gis', 'CREATE SCHEMA "s*"; CREATE TABLE "s*".hidden (id int)');
  await server.query('gis', "COMMENT ON TABLE roads IS 'the word of the day'");
  const folder = app.config.backupRoot;
  mkdirSync(folder, { recursive: true });
  const dump = join(folder, BACKUP);
  execFileSync('/usr/lib/postgresql/15/bin/pg_dump', ['-Fc', '-f', dump], {
    env: {
      PGHOST: '127.0.0.1',
      PGPORT: String(server.port),
      PGUSER: 'postgres',
      PGPASSWORD: server.password,
      PGDATABASE: 'gis',
    },
  });
  page = await openPage(app, admin, { path: PATH, query: { connection_id: connection, database: 'gis' } });
  await page.until(READY);
});

afterEach(() => {
  for (const { ws } of pages.splice(0)) ws.close(1000);
});

afterAll(async () => {
  await app.close();
  await server.stop();
});

const enter = (line: string): Promise<string> => page.enter(line, READY);

async function open(query: Record<string, string | number>): Promise<Page> {
  const opened = await openPage(app, admin, { path: PATH, query });
  pages.push(opened);
  return opened;
}

describe('WS /api/terminal/ws/server', () => {
  test.each([
    ['help', 'vacuumdb [-z]'],
    ['status', 'PostgreSQL 15'],
    ['systemctl status postgresql', 'settings waiting for restart  0'],
    ['service postgresql status', 'up for'],
    ['reload', 'The configuration was reloaded.'],
    ['systemctl reload postgresql@15-main.service', 'The configuration was reloaded.'],
    ['restart', 'was not started by systemd or pg_ctlcluster'],
    ['systemctl restart postgresql', 'The server cannot be restarted from here.'],
    ['df -h', 'Filesystem'],
    ['free -m', 'Mem:'],
    ['ps aux', 'postgres: checkpointer'],
    ['vacuumdb -z -t roads', 'vacuuming database "gis"'],
    ['vacuumdb --analyze-only --verbose --table=public.roads', 'analyzing "public.roads"'],
    ['vacuumdb -zv -j 2', 'analyzing "public.roads"'],
    ['reindexdb -t roads', ''],
    ['reindexdb --schema s* ', '"*" is not supported'],
    ['reindexdb --index=roads_pkey --verbose', 'index "roads_pkey" was reindexed'],
    ['pg_dump -t roads', 'CREATE TABLE public.roads'],
    ['pg_dump --schema=public --no-owner', 'CREATE TABLE public.roads'],
    [`pg_restore -l ${BACKUP}`, 'TABLE DATA public roads postgres'],
    ['journal', 'logging_collector is off'],
    ['journalctl -u postgresql -n 100', 'logging_collector is off'],
    ['', ''],
  ])('%s', async (line, outcome) => {
    expect(await enter(line)).toContain(outcome);
  });

  test('pg_dump shows the schema and never the rows', async () => {
    await server.query('gis', "INSERT INTO roads VALUES (1, 'a planted secret') ON CONFLICT DO NOTHING");
    const before = server.log().length;
    const shown = await enter('pg_dump');
    expect(shown).toContain('the word of the day');
    expect(shown).toContain('CREATE TABLE "s*".hidden');
    expect(shown).not.toContain('a planted secret');
    // With a login of its own, which is gone afterwards.
    const logged = server.log().slice(before);
    expect(logged).toMatch(/ cairn_tmp_0_\w+@gis .*LOCK TABLE/);
    expect(logged).not.toMatch(/ postgres@gis .*LOCK TABLE/);
    const left = `SELECT rolname FROM pg_roles WHERE rolname LIKE 'cairn_tmp_%'`;
    expect(await server.query('postgres', left)).toEqual([]);
  });

  test('pg_dump that fails shows its own error also when its login cannot be dropped', async () => {
    const locked = await lock('gis', 'roads', 'ACCESS EXCLUSIVE');
    const from = page.shown().length;
    page.type('pg_dump -t roads\r');
    await until('it waits', async () => (await waiting()) === 1);
    await server.query('gis', 'ALTER DATABASE postgres ALLOW_CONNECTIONS false');
    await server.query(
      'gis',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'dbadmin:terminal:%'`,
    );
    const shown = await page.until(READY, from + 1);
    await server.query('gis', 'ALTER DATABASE postgres ALLOW_CONNECTIONS true');
    await locked.release();
    expect(shown).toContain('pg_dump lost its connection to main');
    const [left] = await server.query(
      'gis',
      `SELECT rolname FROM pg_roles WHERE rolname LIKE 'cairn_tmp_0_%'`,
    );
    await server.query('gis', `DROP ROLE ${left.rolname}`);
  });

  test('only backups in the backup folder are listed, by real path', async () => {
    const root = app.config.backupRoot;
    const elsewhere = join(app.storageRoot, BACKUP);
    writeFileSync(elsewhere, 'PGDMP');
    symlinkSync(elsewhere, join(root, 'link-20261122T031500Z-18.dump'));
    linkSync(elsewhere, join(root, 'twice-20261122T031500Z-19.dump'));
    writeFileSync(join(root, 'plain-20261122T031500Z-20.dump'), '\\! id');
    for (const artifact of [
      `../${BACKUP}`,
      elsewhere,
      '/etc/passwd',
      'link-20261122T031500Z-18.dump',
      'twice-20261122T031500Z-19.dump',
      'plain-20261122T031500Z-20.dump',
      `${root}-evil/${BACKUP}`,
    ]) {
      expect(await enter(`pg_restore -l ${artifact}`)).toContain('This is not a backup');
    }
    expect(await enter(`pg_restore --list ${join(root, BACKUP)}`)).toContain('TABLE public roads postgres');
  });

  test('no process list contains a password while a program runs', async () => {
    await server.query(
      'gis',
      'INSERT INTO roads SELECT n, repeat(md5(n::text), 20) FROM generate_series(10, 50000) n ON CONFLICT DO NOTHING',
    );
    const other = await open({ connection_id: connection, database: 'gis' });
    await other.until(READY);
    const locked = await lock('gis', 'roads');
    page.type('vacuumdb -f -t roads\r');
    await until('it waits', async () => (await waiting()) === 1);
    const [vacuum] = childPrograms(/vacuumdb/);
    expect(vacuum!.commandLine).not.toContain(server.password);
    const shown = await other.enter('ps aux', READY);
    expect(shown).toContain('vacuumdb');
    expect(shown).not.toContain(server.password);
    expect(shown).not.toContain('jest');
    await locked.release();
    await page.until(/> $/, page.shown().length);
  });

  test('Ctrl-C ends a program and its query on the server', async () => {
    const locked = await lock('gis', 'roads');
    const from = page.shown().length;
    page.type('vacuumdb -f -t roads\r');
    await until('it waits', async () => (await waiting()) === 1);
    page.type('\u0003');
    await page.until(/\^C\n(.|\n)*> $/, from);
    await until('nothing waits', async () => (await waiting()) === 0);
    expect(childPrograms(/vacuumdb/)).toHaveLength(0);
    await locked.release();
  });

  test('lines can be edited and recalled', async () => {
    const from = page.shown().length;
    page.type('stotus\u007f\u007f\u007f\u007fatus\r');
    expect(await page.until(READY, from + 1)).toContain('PostgreSQL 15');
    expect(await enter('helpp\u0015df -h')).toContain('Filesystem');
    page.type('\u001b[A');
    const again = page.shown().length;
    page.type('\r');
    expect(await page.until(READY, again + 1)).toContain('Filesystem');
    page.type('nonsense\u0003');
    await page.until(/\^C\n.*> $/, again);
  });

  test('every command is in the audit log', async () => {
    await enter('vacuumdb -z -t roads');
    const { rows } = await app.admin.query(
      `SELECT * FROM dbadmin.audit_events WHERE event = 'terminal.command' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]).toMatchObject({
      actor_name: 'admin',
      connection_id: String(connection),
      subject: 'gis',
      details: { kind: 'client', program: 'vacuumdb', args: ['--analyze', '--table="roads"'] },
    });
  });

  test('without a connection only the commands for the machine work', async () => {
    const bare = await open({});
    await bare.until(READY);
    expect(await bare.enter('df -h', READY)).toContain('Filesystem');
    for (const line of ['status', 'restart', 'vacuumdb', 'pg_dump']) {
      expect(await bare.enter(line, READY)).toContain('Open the terminal on a connection');
    }
  });

  test('exit and Ctrl-D end the session', async () => {
    const one = await open({ connection_id: connection });
    await one.until(/main\/postgres> $/);
    one.type('exit\r');
    expect(await one.closed).toEqual({ code: 1000, reason: 'The terminal has ended.' });
    const two = await open({ connection_id: connection });
    await two.until(READY);
    two.type('\u0004');
    expect((await two.closed).code).toBe(1000);
  });

  test('a database that does not exist is an error, and a session can be resumed', async () => {
    const missing = await open({ connection_id: connection, database: 'nowhere' });
    expect((await missing.message(({ type }) => type === 'error')).message).toContain(
      'no database "nowhere"',
    );
    const first = await open({ connection_id: connection });
    const { session } = await first.message((message) => message.session !== undefined);
    await first.enter('df -h', READY);
    first.connection().destroy();
    const second = await open({ connection_id: connection, session: session! });
    expect(await second.until(READY)).toContain('Filesystem');
  });
});

/** Keeps a table locked until it is released. */
async function lock(
  database: string,
  table: string,
  mode = 'ACCESS SHARE',
): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: server.url(database) });
  await client.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
  return { release: () => client.end() };
}

/** Sessions of our programs that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await server.query<{ count: number }>(
    'postgres',
    `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name LIKE 'dbadmin:terminal:%'`,
  );
  return row!.count;
}
