import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@cairn/service';
import type { Size, Terminal } from '../types.ts';
import { startPty } from './pseudo-terminal.ts';
import { startRelay } from '../../servers/relay/relay.ts';
import type { Relay } from '../../servers/relay/relay.ts';
import type { SignedIn } from '../../servers/relay/sign-in.ts';
import { RUN } from './chroot-folder.ts';
import type { Sandbox } from './sandbox.ts';

const PORT = 5432;
/** psql opens a new connection before it closes the previous one. */
const MAX_CONNECTIONS = 4;

export interface ShellOptions {
  sandbox: Sandbox;
  /** The real psql, not a wrapper. */
  psql: string;
  user: string;
  database: string;
  size: Size;
  /** Signs in to a database of the server by its plain name. */
  signIn(database: string): Promise<SignedIn>;
  logger: Logger;
}

/** Runs psql on a pseudo-terminal in a sandbox, in which it can only reach our relay. */
export async function openShell(options: ShellOptions): Promise<Terminal> {
  const { sandbox, psql, user, database, size, signIn, logger } = options;
  const sessionFolder = await sandbox.sessionFolder();
  let relay: Relay | null = null;

  async function cleanUp(): Promise<void> {
    await relay?.close();
    await rm(sessionFolder, { recursive: true, force: true });
  }

  async function start(): Promise<Terminal> {
    const path = join(sessionFolder, `.s.PGSQL.${PORT}`);
    relay = await startRelay({
      path,
      uid: sandbox.uid,
      maxConnections: MAX_CONNECTIONS,
      user,
      signIn,
      logger,
    });
    // Without configuration files, and without a pager, which would be a child process.
    const args = ['-X', '-P', 'pager=off'];
    const env = environment(user, database);
    return startPty(await sandbox.wrap(psql, { sessionFolder, args, env }), size);
  }

  const terminal = await start().catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  return {
    ...terminal,
    listen(events) {
      terminal.listen({
        ...events,
        onEnd(sentence) {
          cleanUp().catch((error: unknown) => logger.warn({ err: error }, 'terminal cleanup failed'));
          events.onEnd(sentence);
        },
      });
    },
    async end() {
      await terminal.end();
      await cleanUp();
    },
  };
}

function environment(user: string, database: string): Record<string, string> {
  return {
    TERM: 'xterm-256color',
    LC_ALL: 'C.UTF-8',
    PGHOST: RUN,
    PGPORT: String(PORT),
    PGUSER: user,
    PGDATABASE: database,
    PGAPPNAME: 'dbadmin terminal',
    PGCLIENTENCODING: 'UTF8',
  };
}
