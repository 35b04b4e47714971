import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { freePort, startTestServer } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { childPrograms, openPage } from './terminal-page.ts';
import type { Page } from './terminal-page.ts';

const READY = /> $/;
const NAME = `cairn${process.pid}`;
const VERSION = '15';
const PASSWORD = 'of a cluster';

/** A cluster is a service of the machine: root alone can make one, with Debian's tools, and here without systemd. */
function whyNoCluster(): string | null {
  if (process.getuid?.() !== 0) return 'root alone makes one';
  if (!existsSync('/usr/bin/pg_createcluster')) return 'pg_createcluster is missing';
  return existsSync('/run/systemd/system') ? 'systemd would be asked to start it' : null;
}

/** Where no cluster can be created, this tests that a server outside a cluster cannot be restarted, and that the answer says why. */
function describeCluster(name: string, tests: () => void): void {
  const reason = whyNoCluster();
  if (reason === null) {
    describe(name, () => {
      tests();
    });
    return;
  }
  test(`${name} cannot be had for these tests (${reason}); another is not restarted`, async () => {
    const [app, server] = await Promise.all([startTestDbadmin(), startTestServer()]);
    try {
      const admin = await app.signUp({ username: 'admin', isAdmin: true });
      const query = { connection_id: await app.connect(admin, server) };
      const page = await openPage(app, admin, { path: '/api/terminal/ws/server', query });
      await page.until(READY);
      expect(await page.enter('restart', READY)).toContain('The server cannot be restarted from here.');
    } finally {
      await app.close();
      await server.stop();
    }
  });
}

describeCluster('a server that is a service of this machine', () => {
  let app: TestDbadmin;
  let page: Page;
  let admin: Person;
  let connection: number;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    const secret = `/tmp/${NAME}.password`;
    writeFileSync(secret, PASSWORD, { mode: 0o644 });
    run('pg_createcluster', [
      '-p',
      String(port),
      VERSION,
      NAME,
      '--',
      '--pwfile',
      secret,
      '-A',
      'scram-sha-256',
      '--no-sync',
    ]);
    rmSync(secret);
    run('pg_conftool', [VERSION, NAME, 'set', 'log_statement', 'all']);
    run('pg_ctlcluster', [VERSION, NAME, 'start']);
    app = await startTestDbadmin();
    admin = await app.signUp({ username: 'admin', isAdmin: true });
    const to = { port, user: 'postgres', password: PASSWORD, sslmode: 'prefer' };
    connection = await app.connect(admin, to, 'cluster');
    page = await openPage(app, admin, {
      path: '/api/terminal/ws/server',
      query: { connection_id: connection },
    });
    await page.until(READY);
  });

  afterAll(async () => {
    await app.close();
    run('pg_dropcluster', ['--stop', VERSION, NAME]);
  });

  test('status names its manager', async () => {
    expect(await page.enter('systemctl status postgresql', READY)).toContain(
      `pg_ctlcluster ${VERSION} ${NAME}`,
    );
  });

  test('restart restarts it without files and limits of this process', async () => {
    // A pseudo-terminal of ours that must not be open in the server.
    const shell = await openPage(app, admin, {
      path: '/api/terminal/ws/dbshell',
      query: { connection_id: connection },
    });
    await shell.until(/=# $/);
    const before = await started();
    expect(await page.enter('restart', /Restarted\.\n.*> $/)).toContain(`pg_ctlcluster ${VERSION} ${NAME}`);
    expect(await started()).toBeGreaterThan(before);
    const { rows } = await ask(
      'SELECT pg_postmaster_start_time(), setting AS folder FROM pg_settings WHERE name = $1',
      ['data_directory'],
    );
    const pid = execFileSync('head', ['-1', `${rows[0].folder}/postmaster.pid`], { encoding: 'utf8' }).trim();
    const files = execFileSync('ls', ['-l', `/proc/${pid}/fd`], { encoding: 'utf8' });
    expect(files).not.toContain('/dev/ptmx');
    expect(execFileSync('cat', [`/proc/${pid}/limits`], { encoding: 'utf8' })).toMatch(
      /Max cpu time +unlimited/,
    );
    shell.ws.close(1000);
  });

  test('its journal is the log file of the cluster', async () => {
    expect(await page.enter('journalctl -u postgresql -n 100', READY)).toContain(
      'database system is ready to accept connections',
    );
    expect((await page.enter('journal 1', READY)).trim().split('\n')).toHaveLength(3);
  });

  test('WS /api/terminal/ws/logs follows that file until the page closes', async () => {
    const logs = await openPage(app, admin, {
      path: '/api/terminal/ws/logs',
      query: { connection_id: connection, lines: 1 },
    });
    await logs.until(/\n/);
    expect(logs.messages[0]!.message).toContain(`/var/log/postgresql/postgresql-${VERSION}-${NAME}.log`);
    await ask('SELECT 1 AS "followed by a page"', []);
    await logs.until(/followed by a page/);
    expect(childPrograms(/tail/)).toHaveLength(1);
    logs.ws.terminate();
    for (let waited = 0; childPrograms(/tail/).length > 0 && waited < 100; waited += 1) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(childPrograms(/tail/)).toHaveLength(0);
  });

  describe('another server that claims to be this one', () => {
    /** Whatever it is asked, it answers as the cluster would. */
    let impostor: Server;
    let deceived: number;

    beforeAll(async () => {
      impostor = createServer((socket) => {
        const through = connect(port, '127.0.0.1');
        socket.pipe(through).pipe(socket);
        for (const end of [socket, through]) end.on('error', () => undefined);
      }).listen(0, '127.0.0.1');
      await once(impostor, 'listening');
      const to = { port: (impostor.address() as AddressInfo).port, user: 'postgres', password: PASSWORD };
      deceived = await app.connect(admin, to, 'impostor');
    });

    afterAll(() => void impostor.close());

    test('is not restarted, and its log is not shown', async () => {
      const terminal = await openPage(app, admin, {
        path: '/api/terminal/ws/server',
        query: { connection_id: deceived },
      });
      await terminal.until(READY);
      const before = await started();
      expect(await terminal.enter('restart', READY)).toContain('The server cannot be restarted from here.');
      expect(await started()).toBe(before);
      expect(await terminal.enter('status', READY)).not.toContain('managed as');
      expect(await terminal.enter('journal', READY)).not.toContain('database system is ready');
      terminal.ws.close(1000);
    });
  });

  test('GET /api/terminal/capability looks for a log of the machine and of the server', async () => {
    const capability = async (query = '') =>
      (await app.ask(admin, { path: `/api/terminal/capability${query}` })).body;
    expect((await capability(`?connection_id=${connection}`)).logs).toEqual({ available: true });
    const others = running() - 1;
    expect((await capability()).logs).toEqual(
      others === 0 ? { available: true } : { available: false, reason: expect.stringMatching(/clusters/) },
    );
    run('pg_ctlcluster', [VERSION, NAME, 'stop']);
    try {
      expect((await capability()).logs).toEqual(
        others === 1
          ? { available: true }
          : { available: false, reason: expect.stringMatching(/^(No|\d+) PostgreSQL clusters? runs?/) },
      );
    } finally {
      run('pg_ctlcluster', [VERSION, NAME, 'start']);
    }
  });

  async function ask(sql: string, values: unknown[]) {
    const client = new pg.Client({
      host: '127.0.0.1',
      port,
      user: 'postgres',
      password: PASSWORD,
      database: 'postgres',
    });
    await client.connect();
    try {
      return await client.query(sql, values);
    } finally {
      await client.end();
    }
  }

  async function started(): Promise<number> {
    const { rows } = await ask('SELECT extract(epoch FROM pg_postmaster_start_time())::float8 AS at', []);
    return rows[0].at;
  }
});

/** How many clusters run on this machine. */
function running(): number {
  const list = execFileSync('/usr/bin/pg_lsclusters', ['-h'], { encoding: 'utf8' });
  return list.split('\n').filter((line) => line.includes(' online ')).length;
}

function run(program: string, args: string[]): void {
  execFileSync(`/usr/bin/${program}`, args, { stdio: 'pipe', cwd: '/' });
}
