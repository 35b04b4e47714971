import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';
import { PROMPT, childPrograms, describeAsRoot, eventually, openPage, upgradeOf } from './terminal.ts';
import type { Page } from './terminal.ts';

const PSQL = /psql -X -P pager=off/;
const PATH = '/api/terminal/ws/dbshell';

let house: House;
let server: TestServer;
let admin: Person;
let connection: number;
const pages: Page[] = [];
/** Shells that stay from one test to the next. */
let kept = 0;

beforeAll(async () => {
  [house, server] = await Promise.all([openHouse({ TERMINAL_GRACE_SECONDS: '1' }), startTestServer()]);
  admin = await house.signUp({ username: 'admin', isAdmin: true });
  connection = await house.connect(admin, server);
  await server.query('postgres', 'CREATE DATABASE gis');
});

afterEach(async () => {
  for (const { ws } of pages.splice(0)) ws.close(1000);
  await eventually(() => childPrograms(PSQL).length <= kept);
});

afterAll(async () => {
  await house.close();
  await server.stop();
});

async function open(query: Record<string, string | number> = {}): Promise<Page> {
  const page = await openPage(house, admin, { path: PATH, query: { connection_id: connection, ...query } });
  pages.push(page);
  return page;
}

describeAsRoot('WS /api/terminal/ws/dbshell', () => {
  test('is psql, on the database postgres unless said otherwise, and says how to come back', async () => {
    const page = await open();
    await page.until(/postgres=# $/);
    expect(await page.told(({ session }) => session !== undefined)).toMatchObject({
      type: 'info',
      message: `Connected to server ${server.port} as "postgres".`,
    });
    expect(await page.enter('SELECT 40 + 2 AS answer;')).toContain('     42\n(1 row)');
  });

  test('opens the database that is asked for, and goes to another with \\c', async () => {
    const page = await open({ database: 'gis' });
    await page.until(/gis=# $/);
    expect(await page.enter('\\c postgres')).toContain('connected to database "postgres"');
    expect(await page.enter('SELECT current_database();')).toContain(' postgres\n');
    expect(await page.enter('\\c nowhere')).toContain('There is no database "nowhere"');
  });

  test('letters beyond ASCII are typed, edited and shown', async () => {
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

  test('answers, warnings and errors are shown in the order in which they come', async () => {
    const page = await open();
    await page.until(PROMPT);
    await page.enter('\\pset format unaligned');
    const warn = `DO $$ BEGIN RAISE WARNING 'second'; END $$`;
    page.type(`SELECT 'first' AS a; ${warn}; SELECT 'third' AS b; SELECT 1/0; SELECT 'fifth' AS c;\r`);
    await page.until(
      /a\nfirst\n\(1 row\)\nWARNING: {2}second\nDO\nb\nthird\n\(1 row\)\nERROR: {2}division by zero\nc\nfifth\n\(1 row\)\n.*=# $/,
    );
  });

  test('Ctrl-C calls off what the server is doing', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.type('SELECT pg_sleep(60);\r');
    await eventually(async () => (await running('pg_sleep(60)')) === 1);
    page.type('\u0003');
    await page.until(/canceling statement due to user request\n.*=# $/s);
    expect(await running('pg_sleep(60)')).toBe(0);
  });

  test('Ctrl-C overtakes a paste that psql has not taken yet', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.type('SELECT pg_sleep(60);\r');
    await eventually(async () => (await running('pg_sleep(60)')) === 1);
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

  test('a terminal is on the record with who opened it, where and as whom', async () => {
    await (await open({ database: 'gis' })).until(PROMPT);
    const { rows } = await house.admin.query(
      `SELECT * FROM dbadmin.audit_events WHERE event = 'terminal.opened' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows[0]).toMatchObject({
      actor_name: 'admin',
      connection_id: String(connection),
      subject: 'gis',
      details: { terminal: 'dbshell', role: 'postgres', superuser: true },
    });
  });

  test('ends with psql, and says so', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.type('\\q\r');
    expect(await page.told(({ ended }) => ended === true)).toMatchObject({ message: 'The shell has ended.' });
    expect((await page.closed).code).toBe(1000);
  });

  test.each([
    ['a database that is not there', { database: 'nowhere' }, /There is no database "nowhere"/],
    ['a connection that is not there', { connection_id: 999_999 }, /There is no connection 999999/],
  ])('%s: told in an error, and nothing is started', async (_what, query, sentence) => {
    const page = await open(query);
    const said = await page.told(({ type }) => type === 'error');
    expect(said.message).toMatch(sentence);
    expect((await page.closed).code).toBe(1008);
    expect(childPrograms(PSQL)).toHaveLength(0);
  });
});

describeAsRoot('22 to 25: before and beside the shell', () => {
  test.each([
    ['no connection', { database: 'gis' }],
    ['a connection that is no number', { connection_id: '1;id' }],
    ['a connection string', { connection_id: 1, database: 'host=evil' }],
    ['a connection string with a database', { connection_id: 1, database: 'dbname=gis host=evil' }],
    ['a connection address', { connection_id: 1, database: 'postgresql://evil/gis' }],
    ['a line in the name', { connection_id: 1, database: 'gis\nx' }],
    ['a NUL in the name', { connection_id: 1, database: 'gis\0x' }],
    ['64 letters', { connection_id: 1, database: 'x'.repeat(64) }],
    ['a session that is none', { connection_id: 1, session: '../x' }],
  ])('%s is refused with 400 in plain text before the upgrade', async (_what, query) => {
    const headers = { cookie: admin.cookie, origin: house.url };
    expect(await upgradeOf(house, headers, { path: PATH, query })).toMatchObject({
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
  ])('%s in a text frame closes the connection, and the process lives', async (_what, text, code) => {
    const page = await open();
    page.ws.send(text);
    expect((await page.closed).code).toBe(code);
    await (await open()).until(PROMPT);
  });
});

describeAsRoot('13 to 16 and 23: what a shell cannot do', () => {
  let page: Page;
  const OUT = '/tmp/cairn-shell-escape';

  beforeAll(async () => {
    page = await openPage(house, admin, { path: PATH, query: { connection_id: connection } });
    await page.until(PROMPT);
    kept = 1;
  });
  afterAll(async () => {
    kept = 0;
    page.ws.close(1000);
    await eventually(() => childPrograms(PSQL).length === 0);
  });

  test.each([
    ['\\! id', null],
    ['\\! id > /tmp/cairn-shell-escape', null],
    ['\\set who `id`', 'Cannot allocate memory'],
    ['SELECT 1 \\g |id', 'Cannot allocate memory'],
    ['\\o |id', 'Cannot allocate memory'],
    ["\\copy (SELECT 1) TO PROGRAM 'id'", 'Cannot allocate memory'],
    ["\\copy (SELECT 1) TO PROGRAM 'id > /tmp/cairn-shell-escape'", 'Cannot allocate memory'],
    ["\\copy pg_class FROM PROGRAM 'id'", 'Cannot allocate memory'],
    ['\\w |id', 'Cannot allocate memory'],
    ['\\i /etc/passwd', 'No such file or directory'],
    ['\\i /etc/shadow', 'No such file or directory'],
    [`\\i /proc/${process.pid}/environ`, 'No such file or directory'],
    ['\\i /proc/self/environ', 'No such file or directory'],
    ['\\i /dev/fd/3', 'No such file or directory'],
    [`\\copy pg_class FROM '/proc/${process.pid}/environ'`, 'No such file or directory'],
    ["\\copy pg_class FROM '/etc/passwd'", 'No such file or directory'],
    ['\\o /x', 'Permission denied'],
    ['\\o /run/x', 'Permission denied'],
    ['\\o /tmp/cairn-shell-escape', 'No such file or directory'],
    ["\\copy (SELECT 1) TO '/x'", 'Permission denied'],
    ['\\w /bin/psql', 'Permission denied'],
    ['\\s /x', 'Permission denied'],
    ['\\e', 'could not open temporary file'],
    ['\\ef', 'could not open temporary file'],
    ['\\cd /etc', null],
    ['\\getenv p PGPASSWORD', null],
    ['\\echo password :p', 'password :p'],
    ['\\c "host=10.0.0.1"', 'Network is unreachable'],
    ['\\c "host=169.254.169.254 port=80"', 'Network is unreachable'],
    ['\\c "host=127.0.0.1 port=55432"', 'Network is unreachable'],
    ['\\c "host=localhost"', 'could not translate host name'],
    ['\\c "host=/var/run/postgresql"', 'No such file or directory'],
    ['\\c "host=/run port=5433"', 'No such file or directory'],
    ['\\c postgresql://10.0.0.1/postgres', 'Network is unreachable'],
    ['\\c - bob', 'signs in as "postgres" only'],
    ['\\c "options=-crole=bob"', 'takes no "options"'],
    ['\\c "replication=database"', 'takes no "replication"'],
    ['\\c "dbname=\'host=10.0.0.1\'"', 'There is no database "host=10.0.0.1"'],
  ])('%s', async (line, outcome) => {
    const shown = await page.enter(line);
    if (outcome) expect(shown).toContain(outcome);
    expect(shown).not.toMatch(/uid=\d|root:|:\/bin\//);
    expect(shown).not.toContain(server.password);
    expect(existsSync(OUT)).toBe(false);
    expect(await page.enter('SELECT 1 AS still;')).toContain('(1 row)');
  });

  test('a pager, which would be a program, does not start', async () => {
    await page.enter('\\setenv PSQL_PAGER id');
    await page.enter('\\pset pager always');
    expect(await page.enter('SELECT 1;')).not.toMatch(/uid=/);
    await page.enter('\\pset pager off');
  });

  test('an answer that is larger than the memory of a shell ends in a sentence, not in ours', async () => {
    const from = page.shown().length;
    page.type("SELECT repeat('x', 1000000) FROM generate_series(1, 1000);\r");
    expect(await page.until(/\n.*=# $/, from, 40_000)).toContain('out of memory');
  });

  test('neither its command line nor its environment holds the password, and its account is nobody', async () => {
    const [psql, ...others] = childPrograms(PSQL);
    expect(others).toEqual([]);
    expect(psql!.commandLine + psql!.environment).not.toContain(server.password);
    expect(
      psql!.environment
        .split('\0')
        .filter(Boolean)
        .map((entry) => entry.split('=')[0])
        .sort(),
    ).toEqual([
      ...[
        'LC_ALL',
        'LD_PRELOAD',
        'PGAPPNAME',
        'PGCLIENTENCODING',
        'PGDATABASE',
        'PGHOST',
        'PGPORT',
        'PGUSER',
      ],
      ...['TERM', '_STDBUF_O'],
    ]);
    expect(new Set(psql!.uids)).toEqual(new Set(['60714']));
    const status = readFileSync(`/proc/${psql!.pid}/status`, 'utf8');
    expect(status).toMatch(/CapPrm:\t0+\n/);
    expect(status).toMatch(/CapBnd:\t0+\n/);
    expect(status).toMatch(/NoNewPrivs:\t1\n/);
    expect(readFileSync(`/proc/${psql!.pid}/limits`, 'utf8')).toMatch(/Max processes +0 +0 /);
    // Its terminal and its socket; none of the files that this process has open.
    const files = readdirSync(`/proc/${psql!.pid}/fd`).map((file) =>
      readlinkSync(`/proc/${psql!.pid}/fd/${file}`),
    );
    expect(files.filter((file) => !file.startsWith('/dev/pts/'))).toEqual([
      expect.stringMatching(/^socket:/),
    ]);
    expect(readFileSync(`/proc/${psql!.pid}/net/dev`, 'utf8').match(/^ *\w+:/gm)).toEqual(['    lo:']);
  });
});

describeAsRoot('a server that does not let us in', () => {
  test('psql says so in the terminal, which then ends', async () => {
    await server.query('postgres', `CREATE ROLE banned LOGIN PASSWORD 'banned pass'`);
    await server.query('postgres', `CREATE DATABASE closed`);
    await server.query('postgres', `REVOKE CONNECT ON DATABASE closed FROM PUBLIC`);
    const { body } = await house.ask(admin, {
      path: '/api/connections',
      method: 'POST',
      json: {
        name: 'banned',
        host: '127.0.0.1',
        port: server.port,
        sslmode: 'prefer',
        admin_username: 'banned',
        admin_password: 'banned pass',
      },
    });
    const page = await open({ connection_id: body.id, database: 'closed' });
    await page.until(/"banned" may not connect to "closed"/);
    expect((await page.closed).code).toBe(1000);
  });
});

describeAsRoot('17: superusers and others', () => {
  test('a superuser is warned that the server runs programs for them', async () => {
    const page = await open();
    const said = await page.told(({ warning }) => warning === 'superuser');
    expect(said.message).toContain('COPY … TO PROGRAM');
  });

  test('COPY TO PROGRAM of an administrator who is no superuser is denied by the server', async () => {
    await server.query('postgres', `CREATE ROLE steward LOGIN CREATEROLE CREATEDB PASSWORD 'steward pass'`);
    const { body } = await house.ask(admin, {
      path: '/api/connections',
      method: 'POST',
      json: {
        name: 'steward',
        host: '127.0.0.1',
        port: server.port,
        sslmode: 'prefer',
        admin_username: 'steward',
        admin_password: 'steward pass',
      },
    });
    const page = await open({ connection_id: body.id });
    await page.until(/postgres=> $/);
    expect(page.messages.some(({ warning }) => warning !== undefined)).toBe(false);
    await page.enter('\\set VERBOSITY verbose');
    expect(await page.enter("COPY (SELECT 1) TO PROGRAM 'id';")).toContain('42501');
  });
});

/** Sessions of the server that are busy with a statement. */
async function running(statement: string): Promise<number> {
  const [row] = await server.query<{ count: number }>(
    'postgres',
    `SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND query LIKE '%' || $1 || '%'`,
    [statement],
  );
  return row!.count;
}
