import { access, constants, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerSettings } from '@cairn/db';
import type { Logger } from '@cairn/service';
import { requireDatabase, serverVersion } from '../../servers/server-queries.ts';
import { signIn } from '../../servers/relay/sign-in.ts';
import type { ServerLogin, Servers } from '../../servers/service.ts';
import { connectionChanged, shellOff } from '../errors.ts';
import type { Capability, Size, Terminal } from '../types.ts';
import { openShell } from './open-shell.ts';
import { SandboxUnavailable, createSandbox, probeSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const APPLICATION = 'dbadmin terminal';

/** psql on pseudo-terminals, in a sandbox. */
export function createShells(deps: {
  servers: Servers;
  /** Contains a folder for each major version of PostgreSQL. */
  postgresRoot: string;
  logger: Logger;
}) {
  const { servers, postgresRoot, logger } = deps;
  let probed: Promise<Sandbox> | undefined;

  /** @throws {SandboxUnavailable} */
  function sandbox(): Promise<Sandbox> {
    probed ??= probe();
    return probed;
  }

  async function probe(): Promise<Sandbox> {
    await import('node-pty').catch(() => {
      throw new SandboxUnavailable(
        'node-pty was not built. Install a C++ compiler, make and Python 3, then reinstall the packages.',
      );
    });
    const psql = await findPsql(postgresRoot);
    if (!psql) throw new SandboxUnavailable('psql is not installed. Install the PostgreSQL client programs.');
    const sandbox = await createSandbox();
    await probeSandbox(sandbox, psql).catch(async (error: unknown) => {
      await sandbox.remove();
      throw error;
    });
    return sandbox;
  }

  /** Whether this machine can run shells; checked once. */
  async function capability(): Promise<Capability> {
    try {
      await sandbox();
      return { available: true };
    } catch (error) {
      if (!(error instanceof SandboxUnavailable)) throw error;
      return {
        available: false,
        reason: `The shell is off, because it cannot run in a sandbox here: ${error.message}`,
      };
    }
  }

  /** The login from when the terminal was opened: psql never reaches another server or another role. */
  async function sameServer(to: ServerLogin): Promise<ServerLogin> {
    const now = await servers.login(to.connectionId);
    if (now.address === to.address && now.port === to.port && now.user === to.user) return now;
    throw connectionChanged();
  }

  return {
    capability,
    /** Opens psql on a database. @throws {AppError} bad_gateway, or unavailable when this machine cannot run shells */
    async open(
      to: ServerLogin,
      database: string,
      { size, settings }: { size: Size; settings: ServerSettings },
    ): Promise<Terminal> {
      const { available, reason } = await capability();
      if (!available) throw shellOff(reason!);
      const psql = (await findPsql(postgresRoot, await majorOf(servers, to.connectionId)))!;
      return openShell({
        sandbox: await sandbox(),
        psql,
        user: to.user,
        database,
        size,
        logger,
        async signIn(name) {
          const existing = await requireDatabase(servers, to.connectionId, name);
          return signIn(await sameServer(to), existing, { applicationName: APPLICATION, settings });
        },
      });
    },
    async close(): Promise<void> {
      await probed?.then(
        (sandbox) => sandbox.remove(),
        () => undefined,
      );
    },
  };
}

async function majorOf(servers: Servers, connectionId: number): Promise<number> {
  return Math.floor((await servers.ask(connectionId, serverVersion)) / 10_000);
}

/**
 * The psql of a major version, else the newest below `root`, which has a folder for each version, or null. The psql on
 * the PATH is not used: on Debian it is a script.
 */
async function findPsql(root: string, major?: number): Promise<string | null> {
  const majors = (await readdir(root).catch(() => [])).map(Number).filter((version) => version > 0);
  majors.sort((a, b) => Number(b === major) - Number(a === major) || b - a);
  for (const version of majors) {
    const path = join(root, String(version), 'bin/psql');
    if (await isProgram(path)) return path;
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
