import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { PSQL, describeShells, expectNoShell, startShellApp } from './shell-app.ts';
import type { ShellApp } from './shell-app.ts';
import { PROMPT, childPrograms } from './terminal-page.ts';
import type { Page } from './terminal-page.ts';

let shells: ShellApp;

beforeAll(async () => {
  shells = await startShellApp({ TERMINAL_GRACE_SECONDS: '1' });
});

afterAll(() => shells.close());

describeShells('what a shell cannot do', () => {
  let page: Page;
  const OUT = '/tmp/cairn-shell-escape';

  beforeAll(async () => {
    page = await shells.open();
    await page.until(PROMPT);
  });
  afterAll(() => shells.closePages());

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
    ['\\c - bob', 'can only sign in as "postgres"'],
    ['\\c "options=-crole=bob"', 'does not support "options"'],
    ['\\c "replication=database"', 'does not support "replication"'],
    ['\\c "dbname=\'host=10.0.0.1\'"', 'There is no database "host=10.0.0.1"'],
  ])('%s', async (line, outcome) => {
    const shown = await page.enter(line);
    if (outcome) expect(shown).toContain(outcome);
    expect(shown).not.toMatch(/uid=\d|root:|:\/bin\//);
    expect(shown).not.toContain(shells.server.password);
    expect(existsSync(OUT)).toBe(false);
    expect(await page.enter('SELECT 1 AS still;')).toContain('(1 row)');
  });

  test('a pager does not start', async () => {
    await page.enter('\\setenv PSQL_PAGER id');
    await page.enter('\\pset pager always');
    expect(await page.enter('SELECT 1;')).not.toMatch(/uid=/);
    await page.enter('\\pset pager off');
  });

  test('a result larger than the memory limit of the shell ends with an error in the shell only', async () => {
    const from = page.shown().length;
    page.type("SELECT repeat('x', 1000000) FROM generate_series(1, 600);\r");
    expect(await page.until(/\n.*=# $/, from, 110_000)).toContain('out of memory');
  });

  test('its command line and environment contain no password, and its account is unprivileged', async () => {
    const [psql, ...others] = childPrograms(PSQL);
    expect(others).toEqual([]);
    expect(psql!.commandLine + psql!.environment).not.toContain(shells.server.password);
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

describe('a machine without the rights for a sandbox', () => {
  test('WS /api/terminal/ws/dbshell and GET /api/terminal/capability explain why there is no shell', async () => {
    const uid = jest.spyOn(process, 'getuid').mockReturnValue(1000);
    try {
      await expectNoShell(
        shells.server,
        'The shell is off, because it cannot run in a sandbox here: the service does not run as root.',
      );
    } finally {
      uid.mockRestore();
    }
  });
});

describeShells('a machine with the rights for a sandbox', () => {
  test('GET /api/terminal/capability returns that there is a shell', async () => {
    const { body } = await shells.app.ask(shells.admin, { path: '/api/terminal/capability' });
    expect(body.dbshell).toEqual({ available: true });
  });
});
