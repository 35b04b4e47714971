/** @own-process because it measures memory. */
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { PSQL, describeShells, startShellApp } from './shell-app.ts';
import type { ShellApp } from './shell-app.ts';
import { PROMPT, childPrograms } from './terminal-page.ts';
import type { Page } from './terminal-page.ts';

const GRACE_SECONDS = 2;

let shells: ShellApp;
const open: ShellApp['open'] = (...opened) => shells.open(...opened);
const backends: ShellApp['backends'] = (state) => shells.backends(state);

beforeAll(async () => {
  shells = await startShellApp(
    { TERMINAL_GRACE_SECONDS: String(GRACE_SECONDS), TERMINALS_PER_USER: '3' },
    { max_connections: '40' },
  );
});

afterEach(() => shells.closePages());
afterAll(() => shells.close());

async function sessionOf(page: Page): Promise<string> {
  return (await page.message(({ session }) => session !== undefined)).session!;
}

describeShells('resuming a session', () => {
  test('WS /api/terminal/ws/dbshell with a session shows earlier output and continues', async () => {
    const first = await open();
    const session = await sessionOf(first);
    await first.until(PROMPT);
    await first.enter('\\set secret 4711');
    first.type('SELECT pg_sleep(0.5), 4700 + 11 AS later;\r');
    await first.until(/AS later;/);
    first.connection().destroy();
    const second = await open({ session });
    expect(await second.message(({ resumed }) => resumed === true)).toMatchObject({ session });
    expect(await second.until(/4711\n\(1 row\)\n\n.*=# $/)).toContain('SELECT pg_sleep(0.5)');
    expect(await second.enter('\\echo :secret')).toContain('4711');
    expect(childPrograms(PSQL)).toHaveLength(1);
  });

  test('a second page takes over the terminal, and the first gets a message', async () => {
    const first = await open();
    const session = await sessionOf(first);
    await first.until(PROMPT);
    const second = await open({ session });
    expect(await first.message(({ taken }) => taken === true)).toMatchObject({ type: 'info' });
    expect((await first.closed).code).toBe(1000);
    await second.until(PROMPT);
    expect(await second.enter('SELECT 1;')).toContain('(1 row)');
  });

  test('keeps up to 256 KiB of output, from the beginning of a line', async () => {
    const first = await open();
    const session = await sessionOf(first);
    await first.until(PROMPT);
    await first.enter("SELECT repeat('x', 100) FROM generate_series(1, 20000);", /\(20000 rows\)\n\n.*=# $/);
    first.connection().destroy();
    const second = await open({ session });
    const shown = await second.until(/\(20000 rows\)\n\n.*=# $/);
    expect(second.bytes()).toBeGreaterThan(200 * 1024);
    expect(second.bytes()).toBeLessThanOrEqual(256 * 1024 + 1024);
    expect(shown).toMatch(/^ x{100}\n/);
  });

  test.each([
    [
      "somebody else's session",
      async () => shells.app.signUp({ username: `other ${Date.now()}`, isAdmin: true }),
    ],
    ['a session that never was', async () => shells.admin],
  ])('%s opens a new terminal with a message', async (what, signUp) => {
    const first = await open();
    const session = what.startsWith('a session') ? 'never-was' : await sessionOf(first);
    await first.until(PROMPT);
    await first.enter('\\set secret 4711');
    const second = await open({ session }, await signUp());
    expect((await second.message(() => true)).message).toBe(
      'The previous session has ended. This is a new one.',
    );
    await second.until(PROMPT);
    expect(await second.enter('\\echo :secret')).not.toContain('4711');
  });

  test('after the grace period the session has ended, and a new one is opened', async () => {
    const first = await open();
    const session = await sessionOf(first);
    await first.until(PROMPT);
    first.connection().destroy();
    await until('the shells have ended', () => childPrograms(PSQL).length === 0, {
      limitMs: (GRACE_SECONDS + 2) * 1000,
    });
    await until('the server is left alone', async () => (await backends()) === 0);
    const second = await open({ session });
    expect((await second.message(() => true)).message).toContain('This is a new one');
  });

  test('a page that closes normally ends its shell at once, with its query on the server', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.type('SELECT pg_sleep(600);\r');
    await page.until(/600/);
    await until('the server works', async () => (await backends('active')) === 1);
    page.ws.close(1000);
    await until('the shells have ended', () => childPrograms(PSQL).length === 0, {
      limitMs: GRACE_SECONDS * 500,
    });
    await until('the server is left alone', async () => (await backends()) === 0);
  });
});

describeShells('limits', () => {
  test('a terminal above the limit of a user is refused with a sentence', async () => {
    const three = await Promise.all([open(), open(), open()]);
    await Promise.all(three.map((page) => page.until(PROMPT)));
    const fourth = await open();
    expect((await fourth.message(({ type }) => type === 'error')).message).toContain(
      'You have 3 open terminals',
    );
    expect((await fourth.closed).code).toBe(1013);
    expect(childPrograms(PSQL)).toHaveLength(3);
    three[0]!.connection().destroy();
    await until('three shells are there', () => childPrograms(PSQL).length === 3);
    // A terminal that nobody looks at makes way.
    await until('a place is free', async () => {
      const next = await open();
      return Promise.race([next.until(PROMPT).then(() => true), next.closed.then(() => false)]);
    });
    expect(childPrograms(PSQL)).toHaveLength(3);
  });

  test('a paste larger than the buffer arrives completely', async () => {
    const page = await open();
    await page.until(PROMPT);
    await page.enter('CREATE TEMP TABLE pasted (n int, t text);');
    await page.enter('\\set QUIET on');
    const line = (n: number): string => `INSERT INTO pasted VALUES (${n}, '${'x'.repeat(900)}');\n`;
    for (let n = 0; n < 1400; n += 20) {
      page.type(Array.from({ length: 20 }, (_, i) => line(n + i)).join(''));
    }
    page.type("SELECT 'rows', count(*), sum(n), min(length(t)) FROM pasted;\n");
    await page.until(/rows +\| +1400 \| 979300 \| +900/, 0, 100_000);
  });
});

describeShells('pages that do not read', () => {
  test('psql waits for a page that does not read, and continues when it does', async () => {
    const page = await open();
    await page.until(PROMPT);
    const before = process.memoryUsage();
    page.connection().pause();
    page.type("\\copy (SELECT repeat('x', 1000) FROM generate_series(1, 50000)) TO STDOUT\r");
    const [psql] = childPrograms(PSQL);
    const written = (): number =>
      Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${psql!.pid}/io`, 'utf8'))![1]);
    let last = -1;
    await until('psql waits', () => {
      const now = written();
      const still = now === last;
      last = now;
      return still && now > 1024 * 1024;
    });
    // What waits: 1 MiB here, and what the kernel keeps for a connection.
    expect(last).toBeLessThan(16 * 1024 * 1024);
    const { rss, external } = process.memoryUsage();
    expect(external - before.external).toBeLessThan(32 * 1024 * 1024);
    expect(rss - before.rss).toBeLessThan(64 * 1024 * 1024);
    page.connection().resume();
    await until('all has come', () => page.bytes() > 50_000_000);
  });

  test('pause and resume messages stop and start the output', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.control({ type: 'pause' });
    page.control({ type: 'ping' });
    await page.message(({ type }) => type === 'pong');
    const before = page.bytes();
    page.type('SELECT 1 AS one;\r');
    page.control({ type: 'ping' });
    await until('the second answer', () => page.messages.filter(({ type }) => type === 'pong').length === 2);
    expect(page.bytes()).toBe(before);
    page.control({ type: 'resume' });
    await page.until(/\(1 row\)/);
  });
});
