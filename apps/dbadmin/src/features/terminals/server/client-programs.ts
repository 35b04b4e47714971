import { randomBytes } from 'node:crypto';
import { dirname, isAbsolute, join } from 'node:path';
import type { InScratch } from '@cairn/files';
import { runProgram } from '@cairn/programs';
import type { Logger } from '@cairn/service';
import type { FindPgPrograms } from '../../../postgres-programs/find-programs.ts';
import { runPg } from '../../../postgres-programs/run-program.ts';
import { TERMINAL_PREFIX } from '../../../server-jobs/attempt-names.ts';
import { openBackupFile } from '../../backups/backup-file.ts';
import { createDumpLogin, findUnreadable } from '../../backups/dump-login.ts';
import type { DumpSource } from '../../backups/dump-login.ts';
import { serverVersion } from '../../servers/server-queries.ts';
import { requireDatabase } from '../../servers/server-queries.ts';
import { inSessionOf } from '../../servers/service.ts';
import type { ServerLogin, Servers } from '../../servers/service.ts';
import type { ClientProgram } from './commands.ts';
import type { Doing } from './server-terminal.ts';

export interface ClientDeps {
  servers: Servers;
  findPrograms: FindPgPrograms;
  inScratch: InScratch;
  logger: Logger;
}

/** Always, whatever was typed: never ask for a password, and of pg_dump the schema alone. */
const FIXED: Record<ClientProgram, string[]> = {
  vacuumdb: ['--no-password'],
  reindexdb: ['--no-password'],
  pg_dump: ['--no-password', '--schema-only', '--lock-wait-timeout=10s'],
};

/** Runs a program of PostgreSQL on the database of a connection. What it says of a failure is shown as it comes. */
export async function runClient(
  { program, args }: { program: ClientProgram; args: string[] },
  { connectionId, database }: { connectionId: number; database: string },
  { servers, findPrograms, inScratch, logger }: ClientDeps,
  { out, signal }: Doing,
): Promise<void> {
  const login = await servers.login(connectionId);
  const known = await requireDatabase(servers, connectionId, database);
  const { dump } = findPrograms(await servers.ask(connectionId, serverVersion));
  const applicationName = `dbadmin:terminal:${randomBytes(6).toString('hex')}`;
  signal.addEventListener('abort', () => void callOff(servers, connectionId, applicationName), {
    once: true,
  });
  async function run(as: ServerLogin): Promise<void> {
    await inScratch((cwd) =>
      runPg(join(dirname(dump), program), [...FIXED[program], ...args], {
        login: as,
        database: known,
        applicationName,
        cwd,
        signal,
        logger,
        stdout: out.stream(),
        onErrorLine: (line) => out.say(`${line}\n`),
      }),
    );
  }
  if (program !== 'pg_dump') return run(login);
  const session: DumpSource['session'] = (name, work) => inSessionOf(login, name, work, { applicationName });
  const role = `${TERMINAL_PREFIX}${randomBytes(6).toString('hex')}`;
  const dumper = await createDumpLogin({ login, session }, { role, database: known });
  try {
    const missing = await session(known, (client) => findUnreadable(client, dumper));
    for (const what of missing) out.say(`not shown: ${what}\n`);
    await run(dumper.login);
  } catch (error) {
    await dumper.drop().catch((err: unknown) => logger.warn({ err, role }, 'temporary login not dropped'));
    throw error;
  }
  await dumper.drop();
}

/** The table of contents of a backup, given by its path or by its path below the folder of the backups. */
export async function listContents(
  artifact: string,
  { backupRoot, findPrograms }: { backupRoot: string; findPrograms: FindPgPrograms },
  { out, signal }: Doing,
): Promise<void> {
  const file = await openBackupFile(backupRoot, isAbsolute(artifact) ? artifact : join(backupRoot, artifact));
  try {
    // Whichever reads it: a newer one reads what an older one has written.
    const { restore } = newest(findPrograms);
    await runProgram({
      program: restore,
      args: ['--list'],
      input: file.fd,
      stdout: out.stream(),
      onErrorLine: (line) => out.say(`${line}\n`),
      signal,
    });
  } finally {
    await file.close();
  }
}

/** A program that is stopped leaves what it asked for running on the server. */
async function callOff(servers: Servers, connectionId: number, applicationName: string): Promise<void> {
  await servers
    .ask(connectionId, (client) =>
      client.query('SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
        applicationName,
      ]),
    )
    // Its server is gone, and what it did there with it.
    .catch(() => undefined);
}

function newest(findPrograms: FindPgPrograms) {
  let found = findPrograms(0);
  for (;;) {
    try {
      found = findPrograms((found.major + 1) * 10_000);
    } catch {
      return found;
    }
  }
}
