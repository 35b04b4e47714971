import { chownSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { startTestDbadmin } from './test-app.ts';
import { PATH, PSQL, describeShells, startShellApp } from './shell-app.ts';
import type { ShellApp } from './shell-app.ts';
import { PROMPT, childPrograms, openPage } from './terminal-page.ts';

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

describeShells('pages that disconnect', () => {
  test('after 100 lost connections no program, file or session of the server is left', async () => {
    await (await open()).until(PROMPT);
    await shells.closePages();
    await until('the server is left alone', async () => (await backends()) === 0);
    const files = openFiles().length;
    for (let round = 0; round < 34; round += 1) {
      const person = await shells.app.signUp({ username: `person ${round}`, isAdmin: true });
      const some = await Promise.all([open({}, person), open({}, person), open({}, person)]);
      if (round % 3 === 0) await Promise.all(some.map((page) => page.until(/psql/)));
      for (const page of some) page.connection().resetAndDestroy();
    }
    await until('no program is left', () => childPrograms(/psql|unshare|bash|setpriv/).length === 0, {
      limitMs: (GRACE_SECONDS + 4) * 1000,
    });
    await until('the server is left alone', async () => (await backends()) === 0);
    await until('no terminal is left', () => !openFiles().includes('/dev/ptmx'));
    await until('no folder is left', () => sessionFolders().length === 0);
    // Connections to databases that are kept for a while; a hundred terminals would have left hundreds of files.
    await until('no file is left', () => openFiles().length < files + 20);
  });
});

describeShells('users who lose their access', () => {
  test('a user who is signed out loses the terminal within 5 s, without a grace period', async () => {
    const guest = await shells.app.signUp({ username: 'guest admin', isAdmin: true });
    const page = await open({}, guest);
    await page.until(PROMPT);
    const started = performance.now();
    await shells.app.admin.query('DELETE FROM portal.sessions WHERE user_id = $1', [guest.id]);
    expect((await page.closed).code).toBe(1008);
    expect(performance.now() - started).toBeLessThan(5_000);
    await until('the shells have ended', () => childPrograms(PSQL).length === 0, { limitMs: 1_000 });
  });

  test('a user who is no longer an administrator loses the terminal', async () => {
    const guest = await shells.app.signUp({ username: 'former admin', isAdmin: true });
    const page = await open({}, guest);
    await page.until(PROMPT);
    await shells.app.admin.query('DELETE FROM portal.group_members WHERE user_id = $1', [guest.id]);
    const { code, reason } = await page.closed;
    expect({ code, reason }).toEqual({ code: 1008, reason: expect.stringContaining('administrators') });
  });
});

describeShells('a service that stops', () => {
  test('removes its folder, and the folder of a killed service is swept by the next one', async () => {
    const left = mkdtempSync(join(tmpdir(), 'cairn-shell-4194305-'));
    const foreign = mkdtempSync(join(tmpdir(), 'cairn-shell-4194305-'));
    chownSync(foreign, 65_534, 65_534);
    const mine = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith(`cairn-shell-${process.pid}-`));
    const before = mine();
    const other = await startTestDbadmin();
    const { dbshell } = await other.context.terminals.capability(undefined);
    expect(dbshell).toEqual({ available: true });
    expect(mine()).toHaveLength(before.length + 1);
    expect(existsSync(left)).toBe(false);
    expect(existsSync(foreign)).toBe(true);
    await other.close();
    expect(mine()).toEqual(before);
    rmSync(foreign, { recursive: true });
  });

  test('ends every shell, with or without a page, and removes what they left behind', async () => {
    const other = await startTestDbadmin();
    const person = await other.signUp({ username: 'admin', isAdmin: true });
    const id = await other.connect(person, shells.server);
    const looked = await openPage(other, person, { path: PATH, query: { connection_id: id } });
    const waiting = await openPage(other, person, { path: PATH, query: { connection_id: id } });
    await Promise.all([looked.until(PROMPT), waiting.until(PROMPT)]);
    waiting.connection().destroy();
    await other.close();
    expect((await looked.closed).code).toBe(1001);
    expect(childPrograms(PSQL)).toHaveLength(0);
    await until('the server is left alone', async () => (await backends()) === 0);
  });
});

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
