import type { ServerSettings } from '@cairn/db';
import type { Logger } from '@cairn/service';
import { AppError, unavailable } from '@cairn/service';
import { serverVersion } from '../../servers/server-queries.ts';
import { requireDatabase } from '../../servers/server-queries.ts';
import { signIn } from '../../servers/relay/sign-in.ts';
import type { ServerLogin, Servers } from '../../servers/service.ts';
import type { Capability, Size, Terminal } from '../types.ts';
import { openShell } from './dbshell.ts';
import { findPsql } from './psql.ts';
import { NoSandbox, createSandbox, tryOut } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const APPLICATION = 'dbadmin terminal';

export interface Shells {
  /** Whether this machine has what a shell needs; found out once. */
  capability(): Promise<Capability>;
  /** psql on a database of a server. AppError when that cannot be reached, or when there are no shells here. */
  open(
    to: ServerLogin,
    database: string,
    choice: { size: Size; settings: ServerSettings },
  ): Promise<Terminal>;
  close(): Promise<void>;
}

export function createShells({
  servers,
  postgresRoot,
  logger,
}: {
  servers: Servers;
  /** Where a folder for each major version of PostgreSQL is. */
  postgresRoot: string;
  logger: Logger;
}): Shells {
  let probed: Promise<Sandbox> | undefined;

  /** Fails with NoSandbox. */
  function sandbox(): Promise<Sandbox> {
    probed ??= probe();
    return probed;
  }

  async function probe(): Promise<Sandbox> {
    await import('node-pty').catch(() => {
      throw new NoSandbox(
        'node-pty was not built; install a C++ compiler, make and Python 3, and the packages again.',
      );
    });
    const psql = await findPsql(postgresRoot);
    if (!psql) throw new NoSandbox('psql is not installed; install the client programs of PostgreSQL.');
    const made = await createSandbox();
    await tryOut(made, psql).catch(async (error: unknown) => {
      await made.remove();
      throw error;
    });
    return made;
  }

  async function capability(): Promise<Capability> {
    try {
      await sandbox();
      return { available: true };
    } catch (error) {
      if (!(error instanceof NoSandbox)) throw error;
      return {
        available: false,
        reason: `The shell is off, because it cannot be fenced in here: ${error.message}`,
      };
    }
  }

  /** As it was when the terminal was opened: psql never gets to another server, or to another account. */
  async function sameServer(to: ServerLogin): Promise<ServerLogin> {
    const now = await servers.login(to.connectionId);
    if (now.address === to.address && now.port === to.port && now.user === to.user) return now;
    throw new AppError({
      kind: 'conflict',
      code: 'dbadmin.connection_changed',
      message: 'The connection was changed since this terminal was opened; open a new one.',
    });
  }

  return {
    capability,
    async open(to, database, { size, settings }) {
      const { available, reason } = await capability();
      if (!available) throw unavailable('dbadmin.shell_off', reason!);
      const psql = (await findPsql(postgresRoot, await majorOf(servers, to.connectionId)))!;
      return openShell({
        sandbox: await sandbox(),
        psql,
        user: to.user,
        database,
        size,
        logger,
        async signIn(name) {
          const known = await requireDatabase(servers, to.connectionId, name);
          return signIn(await sameServer(to), known, { applicationName: APPLICATION, settings });
        },
      });
    },
    async close() {
      await probed?.then(
        (made) => made.remove(),
        () => undefined,
      );
    },
  };
}

async function majorOf(servers: Servers, connectionId: number): Promise<number> {
  return Math.floor((await servers.ask(connectionId, serverVersion)) / 10_000);
}
