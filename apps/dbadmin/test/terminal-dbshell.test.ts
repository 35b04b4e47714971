import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { PATH, PSQL, describeShells, startShellApp } from './shell-app.ts';
import type { ShellApp } from './shell-app.ts';
import { PROMPT, childPrograms, upgradeOf } from './terminal-page.ts';

let shells: ShellApp;
const open: ShellApp['open'] = (...opened) => shells.open(...opened);

beforeAll(async () => {
  shells = await startShellApp({ TERMINAL_GRACE_SECONDS: '1' });
  await shells.server.query('postgres', 'CREATE DATABASE gis');
});

afterEach(() => shells.closePages());
afterAll(() => shells.close());

describeShells('WS /api/terminal/ws/dbshell', () => {
  test('opens psql on the database postgres by default, and returns a session id', async () => {
    const page = await open();
    await page.until(/postgres=# $/);
    expect(await page.message(({ session }) => session !== undefined)).toMatchObject({
      type: 'info',
      message: `Connected to server ${shells.server.port} as "postgres".`,
    });
    expect(await page.enter('SELECT 40 + 2 AS answer;')).toContain('     42\n(1 row)');
  });

  test('opens the requested database, and switches to another with \\c', async () => {
    const page = await open({ database: 'gis' });
    await page.until(/gis=# $/);
    expect(await page.enter('\\c postgres')).toContain('connected to database "postgres"');
    expect(await page.enter('SELECT current_database();')).toContain(' postgres\n');
    expect(await page.enter('\\c nowhere')).toContain('There is no database "nowhere"');
  });

  test('starts a superuser with search_path pg_catalog, also after \\c, unless the search path of the database is requested', async () => {
    const safe = await open({ database: 'gis' });
    await safe.until(/gis=# $/);
    expect(await safe.message(({ message }) => message?.startsWith('search_path') === true)).toMatchObject({
      type: 'info',
    });
    expect(await safe.enter('SHOW search_path;')).toContain(' pg_catalog\n');
    await safe.enter('\\c postgres');
    expect(await safe.enter('SHOW search_path;')).toContain(' pg_catalog\n');
    const chosen = await open({ database: 'gis', search_path: 'database' });
    await chosen.until(/gis=# $/);
    expect(await chosen.enter('SHOW search_path;')).toContain('public');
  });

  test('non-ASCII text can be typed, edited and shown', async () => {
    const page = await open();
    await page.until(PROMPT);
    expect(await page.enter("SELECT 'Übx\u007fung' || ' 測量' AS word;")).toContain(' Übung 測量\n');
  });

  test('has the size of the page', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.control({ type: 'resize', cols: 40, rows: 10 });
    await page.enter('\\pset format wrapped');
    const shown = await page.enter("SELECT repeat('x', 60) AS x;");
    expect(
      Math.max(
        ...shown
          .split('\n')
          .slice(1, -2)
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(40);
  });

  test('results, warnings and errors are shown in order', async () => {
    const page = await open();
    await page.until(PROMPT);
    await page.enter('\\pset format unaligned');
    const warn = `DO $$ BEGIN RAISE WARNING 'second'; END $$`;
    page.type(`SELECT 'first' AS a; ${warn}; SELECT 'third' AS b; SELECT 1/0; SELECT 'fifth' AS c;\r`);
    await page.until(
      /a\nfirst\n\(1 row\)\nWARNING: {2}second\nDO\nb\nthird\n\(1 row\)\nERROR: {2}division by zero\nc\nfifth\n\(1 row\)\n.*=# $/,
    );
  });

  test('Ctrl-C cancels the query on the server', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.type('SELECT pg_sleep(60);\r');
    await until('the server works', async () => (await running('pg_sleep(60)')) === 1);
    page.type('\u0003');
    await page.until(/canceling statement due to user request\n.*=# $/s);
    expect(await running('pg_sleep(60)')).toBe(0);
  });

  test('Ctrl-C overtakes a paste that psql has not read yet', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.type('SELECT pg_sleep(60);\r');
    await until('the server works', async () => (await running('pg_sleep(60)')) === 1);
    for (let i = 0; i < 10; i += 1) page.type(`SELECT 'pasted ${'x'.repeat(50_000)}';\n`);
    const idle = process.cpuUsage();
    await delay(500);
    const { user, system } = process.cpuUsage(idle);
    // Asking over and over whether psql takes more would take half a second here.
    expect((user + system) / 1e6).toBeLessThan(0.25);
    page.type('\u0003');
    await page.until(/canceling statement due to user request/);
    expect(await running('pg_sleep(60)')).toBe(0);
  });

  test('opening a terminal is in the audit log, with user, database and role', async () => {
    await (await open({ database: 'gis' })).until(PROMPT);
    const { rows } = await shells.app.admin.query(
      `SELECT * FROM dbadmin.audit_events WHERE event = 'terminal.opened' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]).toMatchObject({
      actor_name: 'admin',
      connection_id: String(shells.connection),
      subject: 'gis',
      details: { terminal: 'dbshell', role: 'postgres', superuser: true },
    });
  });

  test('ends when psql ends, with a message', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.type('\\q\r');
    expect(await page.message(({ ended }) => ended === true)).toMatchObject({
      message: 'The shell has ended.',
    });
    expect((await page.closed).code).toBe(1000);
  });

  test.each([
    ['a database that is not there', { database: 'nowhere' }, /There is no database "nowhere"/],
    ['a connection that is not there', { connection_id: 999_999 }, /There is no connection 999999/],
  ])('%s: reports an error and starts nothing', async (_what, query, sentence) => {
    const page = await open(query);
    const said = await page.message(({ type }) => type === 'error');
    expect(said.message).toMatch(sentence);
    expect((await page.closed).code).toBe(1008);
    expect(childPrograms(PSQL)).toHaveLength(0);
  });
});

describeShells('requests for a shell that are refused', () => {
  test.each([
    ['no connection', { database: 'gis' }],
    ['a connection that is no number', { connection_id: '1;id' }],
    ['a connection string', { connection_id: 1, database: 'host=evil' }],
    ['a connection string with a database', { connection_id: 1, database: 'dbname=gis host=evil' }],
    ['a connection address', { connection_id: 1, database: 'postgresql://evil/gis' }],
    ['a line in the name', { connection_id: 1, database: 'gis\nx' }],
    ['a NUL in the name', { connection_id: 1, database: 'gis\0x' }],
    ['64 letters', { connection_id: 1, database: 'x'.repeat(64) }],
    ['an invalid session', { connection_id: 1, session: '../x' }],
  ])('%s returns 400 in plain text before the upgrade', async (_what, query) => {
    const headers = { cookie: shells.admin.cookie, origin: shells.app.url };
    expect(await upgradeOf(shells.app, headers, { path: PATH, query })).toMatchObject({
      status: 400,
      type: 'text/plain; charset=utf-8',
    });
    expect(childPrograms(PSQL)).toHaveLength(0);
  });

  test.each([
    ['cols: -1', '{"type":"resize","cols":-1,"rows":24}', 1008],
    ['cols as a text', '{"type":"resize","cols":"80","rows":24}', 1008],
    ['huge rows', '{"type":"resize","cols":80,"rows":1e9}', 1008],
    ['no JSON', '{"type":', 1008],
    ['a list', '[]', 1008],
    ['null', 'null', 1008],
    ['an unknown type', '{"type":"exec","command":"id"}', 1008],
    ['1 MiB', 'x'.repeat(1024 * 1024), 1009],
  ])('%s in a text frame closes the connection without harm to the process', async (_what, text, code) => {
    const page = await open();
    page.ws.send(text);
    expect((await page.closed).code).toBe(code);
    await (await open()).until(PROMPT);
  });
});

describeShells('a server that refuses the login', () => {
  test('psql shows the error in the terminal, which then ends', async () => {
    await shells.server.query('postgres', `CREATE ROLE banned LOGIN PASSWORD 'banned pass'`);
    await shells.server.query('postgres', `CREATE DATABASE closed`);
    await shells.server.query('postgres', `REVOKE CONNECT ON DATABASE closed FROM PUBLIC`);
    const to = { ...shells.server, user: 'banned', password: 'banned pass' };
    const id = await shells.app.connect(shells.admin, to, 'banned');
    const page = await open({ connection_id: id, database: 'closed' });
    await page.until(/"banned" may not connect to "closed"/);
    expect((await page.closed).code).toBe(1000);
  });
});

describeShells('superusers and others', () => {
  test('a superuser gets a warning about programs on the server', async () => {
    const page = await open();
    const said = await page.message(({ warning }) => warning === 'superuser');
    expect(said.message).toContain('COPY … TO PROGRAM');
  });

  test('the server denies COPY TO PROGRAM to an admin role that is not a superuser, and before PostgreSQL 16 one with CREATEROLE starts with search_path pg_catalog', async () => {
    await shells.server.query(
      'postgres',
      `CREATE ROLE steward LOGIN CREATEROLE CREATEDB PASSWORD 'steward pass'`,
    );
    const to = { ...shells.server, user: 'steward', password: 'steward pass', sslmode: 'prefer' };
    const id = await shells.app.connect(shells.admin, to, 'steward');
    const page = await open({ connection_id: id });
    await page.until(/postgres=> $/);
    expect(page.messages.some(({ warning }) => warning !== undefined)).toBe(false);
    const [{ old }] = await shells.server.query(
      'postgres',
      `SELECT current_setting('server_version_num')::int < 160000 AS old`,
    );
    // There a role that may create roles may take the rights of a superuser.
    const start = old ? ' pg_catalog\n' : 'public';
    expect(await page.enter('SHOW search_path;')).toContain(start);
    await page.enter('\\set VERBOSITY verbose');
    expect(await page.enter("COPY (SELECT 1) TO PROGRAM 'id';")).toContain('42501');
  });
});

/** Sessions of the server that are busy with a statement. */
async function running(statement: string): Promise<number> {
  const [row] = await shells.server.query<{ count: number }>(
    'postgres',
    `SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%' || $1 || '%'`,
    [statement],
  );
  return row!.count;
}
