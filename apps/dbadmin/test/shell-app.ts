import { describe, expect, test } from '@jest/globals';
import { createLogger } from '@cairn/service';
import { startTestServer, until } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import { createShells } from '../src/features/terminals/shell/shells.ts';
import { readDbadminConfig } from '../src/config.ts';
import type { Servers } from '../src/features/servers/service.ts';
import { startTestDbadmin, SERVICE_SECRET } from './test-app.ts';
import type { TestDbadmin, Person } from './test-app.ts';
import { childPrograms, openPage } from './terminal-page.ts';
import type { Page } from './terminal-page.ts';

export const PATH = '/api/terminal/ws/dbshell';
export const PSQL = /psql -X -P pager=off/;

/** Why shells cannot run in a sandbox on this machine, if they cannot. */
const { reason } = await probe();

async function probe() {
  const { postgresRoot } = readDbadminConfig({ SERVICE_SECRET });
  const logger = createLogger({ service: 'dbadmin', level: 'silent' });
  const shells = createShells({ servers: {} as Servers, postgresRoot, logger });
  try {
    return await shells.capability();
  } finally {
    await shells.close();
  }
}

/** Tests of shells. On a machine without a sandbox for them, the one test is that the app refuses and explains why. */
export function describeShells(name: string, tests: () => void): void {
  describe(name, () => {
    if (reason === undefined) tests();
    else
      test(`is not available on this machine: ${reason}`, async () => {
        const server = await startTestServer();
        await expectNoShell(server, reason).finally(() => server.stop());
      });
  });
}

/** An app in which the shell is off reports that to every caller and starts nothing. */
export async function expectNoShell(server: TestServer, sentence: string): Promise<void> {
  const poor = await startTestDbadmin();
  try {
    const person = await poor.signUp({ username: 'admin', isAdmin: true });
    const id = await poor.connect(person, server);
    const page = await openPage(poor, person, { path: PATH, query: { connection_id: id } });
    const said = await page.message(({ type }) => type === 'error');
    expect(said.message).toBe(sentence);
    expect((await page.closed).code).toBe(1013);
    const { body } = await poor.ask(person, { path: '/api/terminal/capability' });
    expect(body.dbshell).toEqual({ available: false, reason: sentence });
    expect(childPrograms(PSQL)).toHaveLength(0);
  } finally {
    await poor.close();
  }
}

export type ShellApp = Awaited<ReturnType<typeof startShellApp>>;

/** An app with a server of its own, an administrator, and pages that are closed after each test. */
export async function startShellApp(env: Record<string, string>, settings: Record<string, string> = {}) {
  const [app, server]: [TestDbadmin, TestServer] = await Promise.all([
    startTestDbadmin(env),
    startTestServer(settings),
  ]);
  const admin = await app.signUp({ username: 'admin', isAdmin: true });
  const connection = await app.connect(admin, server);
  const pages: Page[] = [];
  return {
    app,
    server,
    admin,
    connection,
    /** Opens a shell, on the database postgres unless the query says otherwise. */
    async open(query: Record<string, string | number> = {}, person: Person = admin): Promise<Page> {
      const page = await openPage(app, person, {
        path: PATH,
        query: { connection_id: connection, ...query },
      });
      pages.push(page);
      return page;
    },
    /** Closes all pages and waits until at most so many shells are left. */
    async closePages(left = 0): Promise<void> {
      for (const { ws, connection: below } of pages.splice(0)) {
        below().resume();
        ws.close(1000);
      }
      await until('the shells have ended', () => childPrograms(PSQL).length <= left);
    },
    /** Sessions of terminals on the server. */
    async backends(state?: string): Promise<number> {
      const [row] = await server.query<{ count: number }>(
        'postgres',
        `SELECT count(*)::int FROM pg_stat_activity
          WHERE application_name = 'dbadmin terminal' AND ($1::text IS NULL OR state = $1)`,
        [state ?? null],
      );
      return row!.count;
    },
    async close(): Promise<void> {
      await app.close();
      await server.stop();
    },
  };
}
