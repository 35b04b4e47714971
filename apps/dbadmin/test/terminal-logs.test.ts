import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { childPrograms, openPage, upgradeOf } from './terminal-page.ts';
import type { Page } from './terminal-page.ts';

const PATH = '/api/terminal/ws/logs';

let app: TestDbadmin;
let server: TestServer;
let silent: TestServer;
let admin: Person;
let connection: number;
const pages: Page[] = [];

beforeAll(async () => {
  [app, server, silent] = await Promise.all([
    startTestDbadmin({ TERMINALS_PER_USER: '3' }),
    startTestServer({ logging_collector: 'on', log_directory: 'log' }),
    startTestServer(),
  ]);
  admin = await app.signUp({ username: 'admin', isAdmin: true });
  connection = await app.connect(admin, server);
  for (let n = 0; n < 30; n += 1) await log(`old ${n}`);
});

afterEach(() => {
  for (const { ws } of pages.splice(0)) ws.close(1000);
});

afterAll(async () => {
  await app.close();
  await Promise.all([server.stop(), silent.stop()]);
});

async function open(query: Record<string, string | number> = {}): Promise<Page> {
  const page = await openPage(app, admin, { path: PATH, query: { connection_id: connection, ...query } });
  pages.push(page);
  return page;
}

/** Makes the server write a line. */
async function log(text: string): Promise<void> {
  await server.query('postgres', `SELECT 1 AS "${text.replaceAll('"', '')}"`);
}

describe('WS /api/terminal/ws/logs', () => {
  test('replaces a terminal without a page when the user has no place left', async () => {
    const busy = await app.signUp({ username: 'busy', isAdmin: true });
    const query = { connection_id: connection };
    const path = '/api/terminal/ws/server';
    const three = await Promise.all([1, 2, 3].map(() => openPage(app, busy, { path, query })));
    await Promise.all(three.map((page) => page.until(/> $/)));
    const full = await openPage(app, busy, { path: PATH, query });
    expect((await full.closed).code).toBe(1013);
    three[0]!.connection().destroy();
    await until('the log is shown', async () => {
      const page = await openPage(app, busy, { path: PATH, query });
      pages.push(page);
      return Promise.race([page.until(/"old 29"/).then(() => true), page.closed.then(() => false)]);
    });
    for (const { ws } of three) ws.close(1000);
  });

  test('shows existing and new lines', async () => {
    const page = await open();
    await page.until(/"old 29"/);
    await log('something new');
    await page.until(/"something new"/);
    expect(page.messages[0]).toMatchObject({
      type: 'info',
      message: 'Following the log of the server.',
    });
  });

  test.each([
    ['30', 30],
    ['1', 1],
    ['0', 1],
    ['-5', 1],
    ['2.9', 2],
  ])('lines=%s starts with %i lines', async (lines, expected) => {
    const page = await open({ lines });
    await page.until(/\n/);
    // Reading the log does not fill it. The statements with which a session begins may be written after the first read.
    await delay(1_200);
    const shown = page.shown().trimEnd().split('\n');
    const others = shown.filter(
      (line) =>
        !/SET (log_statement = 'none'|search_path TO pg_catalog)|pg_stat_file|set_config\(name|client_connection_check_interval|\(\$1, 0, 0\)|\$1 = 'log\//.test(
          line,
        ),
    );
    expect(others.slice(expected)).toEqual([]);
    expect(shown.length).toBeGreaterThanOrEqual(expected);
  });

  test.each(['1e9', '1000000000', '9'.repeat(15)])('lines=%s is limited to 5000', async (lines) => {
    const page = await open({ lines });
    await page.until(/"old 29"/);
    expect(page.shown().split('\n').length).toBeLessThanOrEqual(5001);
  });

  test.each(['1;id', 'all', '0x10', '1e999', ' 5 '])('lines=%j returns 400', async (lines) => {
    const headers = { cookie: admin.cookie, origin: app.url };
    const answer = await upgradeOf(app, headers, {
      path: PATH,
      query: { connection_id: connection, lines },
    });
    expect(answer).toMatchObject({ status: 400, type: 'text/plain; charset=utf-8' });
  });

  test('a filter is literal text', async () => {
    const page = await open({ lines: 1 });
    await page.until(/\n/);
    page.control({ type: 'filter', filter: '(a+)+$' });
    page.control({ type: 'ping' });
    await page.message(({ type }) => type === 'pong');
    const from = page.shown().length;
    await log('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!');
    await log('here is (a+)+$ itself');
    await page.until(/\(a\+\)\+\$ itself/, from);
    expect(page.shown().slice(from)).not.toContain('aaaa!');
    page.control({ type: 'filter', filter: '' });
    await log('all again');
    await page.until(/all again/, from);
  });

  test('pause stops the lines, resume continues at the same position', async () => {
    const page = await open({ lines: 1 });
    await page.until(/\n/);
    page.control({ type: 'pause' });
    page.control({ type: 'ping' });
    await page.message(({ type }) => type === 'pong');
    for (let n = 0; n < 5; n += 1) await log(`while paused ${n}`);
    await delay(1_500);
    expect(page.shown()).not.toContain('while paused 4');
    page.control({ type: 'resume' });
    await page.until(/while paused 0(.|\n)*while paused 4/);
  });

  test('a rotated log is followed', async () => {
    const page = await open({ lines: 1 });
    await page.until(/\n/);
    await server.query('postgres', "ALTER SYSTEM SET log_filename = 'another.log'");
    await server.query('postgres', 'SELECT pg_reload_conf()');
    await server.query('postgres', 'SELECT pg_rotate_logfile()');
    await until('the page follows it', async () => {
      await log('in the other file');
      return page.shown().includes('in the other file');
    });
  });

  test('a password in a statement is not shown', async () => {
    const page = await open({ lines: 1 });
    await page.until(/\n/);
    await server.query('postgres', "CREATE ROLE planted PASSWORD 'S3cretPlanted'");
    await page.until(/CREATE ROLE planted PASSWORD \*\*\*/);
    expect(page.shown()).not.toContain('S3cretPlanted');
  });

  test('a server without a readable log reports an error with the reason', async () => {
    const other = await app.connect(admin, silent);
    const page = await open({ connection_id: other });
    expect((await page.message(({ type }) => type === 'error')).message).toContain(
      'logging_collector is off',
    );
    expect((await page.closed).code).toBe(1008);
  });

  test('GET /api/terminal/capability returns whether the log of a server can be read, and why not', async () => {
    const capability = async (id: number) =>
      app.ask(admin, { path: `/api/terminal/capability?connection_id=${id}` });
    const [collects, keeps] = await Promise.all([
      capability(connection),
      capability(await app.connect(admin, silent, 'keeps its log')),
    ]);
    expect(collects.body).toMatchObject({ server: { available: true }, logs: { available: true } });
    expect(keeps.body).toMatchObject({
      server: { available: true },
      logs: { available: false, reason: expect.stringContaining('logging_collector is off') },
    });
    expect((await capability(999_999)).status).toBe(404);
  });

  test('GET /api/terminal/capability explains why there is no terminal on a server that is down', async () => {
    const gone = { ...server, port: 1 };
    const id = await app.connect(admin, gone, 'gone');
    const { body } = await app.ask(admin, { path: `/api/terminal/capability?connection_id=${id}` });
    const none = { available: false, reason: expect.stringContaining('No database responds') };
    expect(body).toMatchObject({ server: none, logs: none });
  });

  test('a role without the privileges gets the statements that grant them, and they suffice', async () => {
    await server.query(
      'postgres',
      `CREATE ROLE steward LOGIN PASSWORD 'steward pass'; GRANT pg_monitor TO steward`,
    );
    const id = await app.connect(admin, { ...server, user: 'steward', password: 'steward pass' }, 'steward');
    const page = await open({ connection_id: id });
    const { message } = await page.message(({ type }) => type === 'error');
    const [grants] = /GRANT .*$/.exec(message!)!;
    await server.query('postgres', grants.replaceAll('<role>', 'steward'));
    const { body } = await app.ask(admin, { path: `/api/terminal/capability?connection_id=${id}` });
    expect(body.logs).toEqual({ available: true });
    const other = await open({ connection_id: id, lines: 1 });
    await other.until(/\n/);
  });

  test('pages that disconnect leave nothing behind, and their places are free', async () => {
    for (let round = 0; round < 10; round += 1) {
      const page = await open({ lines: 1 });
      await page.until(/\n/);
      page.connection().resetAndDestroy();
      pages.length = 0;
    }
    expect(childPrograms(/tail|journalctl/)).toHaveLength(0);
    await until('a place is free', async () => {
      const page = await open({ lines: 1 });
      return Promise.race([page.until(/\n/).then(() => true), page.closed.then(() => false)]);
    });
  });
});
