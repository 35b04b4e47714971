import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { openHouse } from './house.ts';
import type { House, Person } from './house.ts';
import { PROMPT, childPrograms, describeAsRoot, eventually, openPage } from './terminal.ts';
import type { Page } from './terminal.ts';

const PATH = '/api/terminal/ws/dbshell';
const PSQL = /psql -X -P pager=off/;
const GRACE_SECONDS = 2;

let house: House;
let server: TestServer;
let admin: Person;
let connection: number;
const pages: Page[] = [];

beforeAll(async () => {
  [house, server] = await Promise.all([
    openHouse({ TERMINAL_GRACE_SECONDS: String(GRACE_SECONDS), TERMINALS_PER_USER: '3' }),
    startTestServer({ max_connections: '40' }),
  ]);
  admin = await house.signUp({ username: 'admin', isAdmin: true });
  connection = await house.connect(admin, server);
});

afterEach(async () => {
  for (const { ws, connection: below } of pages.splice(0)) {
    below().resume();
    ws.close(1000);
  }
  await eventually(() => childPrograms(PSQL).length === 0);
});

afterAll(async () => {
  await house.close();
  await server.stop();
});

async function open(query: Record<string, string | number> = {}, person = admin): Promise<Page> {
  const page = await openPage(house, person, { path: PATH, query: { connection_id: connection, ...query } });
  pages.push(page);
  return page;
}

async function sessionOf(page: Page): Promise<string> {
  return (await page.told(({ session }) => session !== undefined)).session!;
}

describeAsRoot('coming back', () => {
  test('WS /api/terminal/ws/dbshell with a session shows what was there and goes on', async () => {
    const first = await open();
    const session = await sessionOf(first);
    await first.until(PROMPT);
    await first.enter('\\set secret 4711');
    first.type('SELECT pg_sleep(0.5), 4700 + 11 AS later;\r');
    await first.until(/AS later;/);
    first.connection().destroy();
    const second = await open({ session });
    expect(await second.told(({ resumed }) => resumed === true)).toMatchObject({ session });
    expect(await second.until(/4711\n\(1 row\)\n\n.*=# $/)).toContain('SELECT pg_sleep(0.5)');
    expect(await second.enter('\\echo :secret')).toContain('4711');
    expect(childPrograms(PSQL)).toHaveLength(1);
  });

  test('a second page takes the terminal over, and the first is told', async () => {
    const first = await open();
    const session = await sessionOf(first);
    await first.until(PROMPT);
    const second = await open({ session });
    expect(await first.told(({ taken }) => taken === true)).toMatchObject({ type: 'info' });
    expect((await first.closed).code).toBe(1000);
    await second.until(PROMPT);
    expect(await second.enter('SELECT 1;')).toContain('(1 row)');
  });

  test('what was shown is kept up to 256 KiB, from the beginning of a line', async () => {
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
    ["somebody else's session", async () => house.signUp({ username: `other ${Date.now()}`, isAdmin: true })],
    ['a session that never was', async () => admin],
  ])('%s is a new terminal, with a word', async (what, visitor) => {
    const first = await open();
    const session = what.startsWith('a session') ? 'never-was' : await sessionOf(first);
    await first.until(PROMPT);
    await first.enter('\\set secret 4711');
    const second = await open({ session }, await visitor());
    expect((await second.told(() => true)).message).toBe('The earlier session is over; this is a new one.');
    await second.until(PROMPT);
    expect(await second.enter('\\echo :secret')).not.toContain('4711');
  });

  test('who does not come back in time finds a new terminal, and the old one is gone', async () => {
    const first = await open();
    const session = await sessionOf(first);
    await first.until(PROMPT);
    first.connection().destroy();
    await eventually(() => childPrograms(PSQL).length === 0, (GRACE_SECONDS + 2) * 1000);
    await eventually(async () => (await backends()) === 0);
    const second = await open({ session });
    expect((await second.told(() => true)).message).toContain('this is a new one');
  });

  test('a page that closes in order ends its shell at once, and what it asked of the server', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.type('SELECT pg_sleep(600);\r');
    await page.until(/600/);
    await eventually(async () => (await backends('active')) === 1);
    page.ws.close(1000);
    await eventually(() => childPrograms(PSQL).length === 0, GRACE_SECONDS * 500);
    await eventually(async () => (await backends()) === 0);
  });
});

describeAsRoot('limits', () => {
  test('a person has so many terminals; the next one is refused with a sentence', async () => {
    const three = await Promise.all([open(), open(), open()]);
    await Promise.all(three.map((page) => page.until(PROMPT)));
    const fourth = await open();
    expect((await fourth.told(({ type }) => type === 'error')).message).toContain(
      'You have 3 terminals open',
    );
    expect((await fourth.closed).code).toBe(1013);
    expect(childPrograms(PSQL)).toHaveLength(3);
    three[0]!.connection().destroy();
    await eventually(() => childPrograms(PSQL).length === 3);
    // A terminal that nobody looks at makes way.
    await eventually(async () => {
      const next = await open();
      return Promise.race([next.until(PROMPT).then(() => true), next.closed.then(() => false)]);
    });
    expect(childPrograms(PSQL)).toHaveLength(3);
  });

  test('a paste larger than what waits here arrives whole', async () => {
    const page = await open();
    await page.until(PROMPT);
    await page.enter('CREATE TEMP TABLE pasted (n int, t text);');
    await page.enter('\\set QUIET on');
    const line = (n: number): string => `INSERT INTO pasted VALUES (${n}, '${'x'.repeat(900)}');\n`;
    for (let n = 0; n < 1400; n += 20) {
      page.type(Array.from({ length: 20 }, (_, i) => line(n + i)).join(''));
    }
    page.type("SELECT 'rows', count(*), sum(n), min(length(t)) FROM pasted;\n");
    await page.until(/rows +\| +1400 \| 979300 \| +900/, 0, 40_000);
  });
});

describeAsRoot('readers that do not read', () => {
  test('psql waits for a page that takes nothing, and goes on when it does', async () => {
    const page = await open();
    await page.until(PROMPT);
    const before = process.memoryUsage();
    page.connection().pause();
    page.type("\\copy (SELECT repeat('x', 1000) FROM generate_series(1, 50000)) TO STDOUT\r");
    const [psql] = childPrograms(PSQL);
    const written = (): number =>
      Number(/wchar: (\d+)/.exec(readFileSync(`/proc/${psql!.pid}/io`, 'utf8'))![1]);
    let last = -1;
    await eventually(() => {
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
    await eventually(() => page.bytes() > 50_000_000, 30_000);
  });

  test('pause and resume of the page stop and start it', async () => {
    const page = await open();
    await page.until(PROMPT);
    page.control({ type: 'pause' });
    page.control({ type: 'ping' });
    await page.told(({ type }) => type === 'pong');
    const before = page.bytes();
    page.type('SELECT 1 AS one;\r');
    page.control({ type: 'ping' });
    await eventually(() => page.messages.filter(({ type }) => type === 'pong').length === 2);
    expect(page.bytes()).toBe(before);
    page.control({ type: 'resume' });
    await page.until(/\(1 row\)/);
  });
});

describeAsRoot('5: pages that vanish', () => {
  test('after 100 abrupt ends no program, no file and no session of the server is left', async () => {
    await (await open()).until(PROMPT);
    pages.splice(0).forEach(({ ws }) => ws.close(1000));
    await eventually(() => childPrograms(PSQL).length === 0);
    await eventually(async () => (await backends()) === 0);
    const files = openFiles().length;
    for (let round = 0; round < 34; round += 1) {
      const visitor = await house.signUp({ username: `visitor ${round}`, isAdmin: true });
      const some = await Promise.all([open({}, visitor), open({}, visitor), open({}, visitor)]);
      if (round % 3 === 0) await Promise.all(some.map((page) => page.until(/psql/)));
      for (const page of some) page.connection().resetAndDestroy();
      pages.length = 0;
    }
    await eventually(
      () => childPrograms(/psql|unshare|bash|setpriv/).length === 0,
      (GRACE_SECONDS + 4) * 1000,
    );
    await eventually(async () => (await backends()) === 0);
    await eventually(() => !openFiles().includes('/dev/ptmx'));
    await eventually(() => sessionFolders().length === 0);
    // Connections to databases that are kept for a while; a hundred terminals would have left hundreds of files.
    await eventually(() => openFiles().length < files + 20);
  });
});

describeAsRoot('14: people who may not be here any more', () => {
  test('who is signed out loses the terminal within 5 s, and nothing waits for them', async () => {
    const guest = await house.signUp({ username: 'guest admin', isAdmin: true });
    const page = await open({}, guest);
    await page.until(PROMPT);
    const started = performance.now();
    await house.admin.query('DELETE FROM portal.sessions WHERE user_id = $1', [guest.id]);
    expect((await page.closed).code).toBe(1008);
    expect(performance.now() - started).toBeLessThan(5_000);
    await eventually(() => childPrograms(PSQL).length === 0, 1_000);
  });

  test('who is no administrator any more loses it too', async () => {
    const guest = await house.signUp({ username: 'former admin', isAdmin: true });
    const page = await open({}, guest);
    await page.until(PROMPT);
    await house.admin.query('DELETE FROM portal.group_members WHERE user_id = $1', [guest.id]);
    const { code, reason } = await page.closed;
    expect({ code, reason }).toEqual({ code: 1008, reason: expect.stringContaining('administrators') });
  });
});

describeAsRoot('a machine without the rights for a sandbox', () => {
  test('WS /api/terminal/ws/dbshell says why there is no shell, and GET /api/terminal/capability too', async () => {
    const uid = jest.spyOn(process, 'getuid').mockReturnValue(1000);
    const poor = await openHouse();
    try {
      const person = await poor.signUp({ username: 'admin', isAdmin: true });
      const id = await poor.connect(person, server);
      const page = await openPage(poor, person, { path: PATH, query: { connection_id: id } });
      const said = await page.told(({ type }) => type === 'error');
      expect(said.message).toBe(
        'The shell is off, because it cannot be fenced in here: the service does not run as root.',
      );
      expect((await page.closed).code).toBe(1013);
      const { body } = await poor.ask(person, { path: '/api/terminal/capability' });
      expect(body.dbshell).toEqual({ available: false, reason: said.message });
      expect(childPrograms(PSQL)).toHaveLength(0);
    } finally {
      uid.mockRestore();
      await poor.close();
    }
  });

  test('GET /api/terminal/capability says that there is a shell where there can be one', async () => {
    const { body } = await house.ask(admin, { path: '/api/terminal/capability' });
    expect(body.dbshell).toEqual({ available: true });
  });
});

describeAsRoot('6: a service that stops', () => {
  test('leaves no folder behind, and one that was killed has its folder swept by the next', async () => {
    const left = mkdtempSync(join(tmpdir(), 'cairn-shell-4194305-'));
    const foreign = mkdtempSync(join(tmpdir(), 'cairn-shell-4194305-'));
    chownSync(foreign, 65_534, 65_534);
    const mine = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`cairn-shell-${process.pid}-`));
    const before = mine();
    const other = await openHouse();
    const { dbshell } = await other.context.terminals.capability(undefined);
    expect(dbshell).toEqual({ available: true });
    expect(mine()).toHaveLength(before.length + 1);
    expect(existsSync(left)).toBe(false);
    expect(existsSync(foreign)).toBe(true);
    await other.close();
    expect(mine()).toEqual(before);
    rmSync(foreign, { recursive: true });
  });

  test('ends every shell, waiting or not, and what they left behind', async () => {
    const other = await openHouse();
    const person = await other.signUp({ username: 'admin', isAdmin: true });
    const id = await other.connect(person, server);
    const looked = await openPage(other, person, { path: PATH, query: { connection_id: id } });
    const waiting = await openPage(other, person, { path: PATH, query: { connection_id: id } });
    await Promise.all([looked.until(PROMPT), waiting.until(PROMPT)]);
    waiting.connection().destroy();
    await other.close();
    expect((await looked.closed).code).toBe(1001);
    expect(childPrograms(PSQL)).toHaveLength(0);
    await eventually(async () => (await backends()) === 0);
  });
});

/** Sessions of terminals on the server. */
async function backends(state?: string): Promise<number> {
  const [row] = await server.query<{ count: number }>(
    'postgres',
    `SELECT count(*)::int FROM pg_stat_activity
      WHERE application_name = 'dbadmin terminal' AND ($1::text IS NULL OR state = $1)`,
    [state ?? null],
  );
  return row!.count;
}

/** What the files are that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((file) => {
    try {
      return [readlinkSync(`/proc/self/fd/${file}`)];
    } catch {
      // The one with which the folder is read.
      return [];
    }
  });
}

/** Folders of the sessions of this process. */
function sessionFolders(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => name.startsWith(`cairn-shell-${process.pid}-`))
    .flatMap((name) => readdirSync(join(tmpdir(), name)).filter((folder) => folder.startsWith('s-')));
}
