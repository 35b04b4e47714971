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
import type { ClientProgram } from './parse-command.ts';
import type { CommandRun } from './server-terminal.ts';

export interface ClientDeps {
  servers: Servers;
  findPrograms: FindPgPrograms;
  inScratch: InScratch;
  logger: Logger;
}

/** Always passed: never prompt for a password, and dump the schema only. */
const FIXED: Record<ClientProgram, string[]> = {
  vacuumdb: ['--no-password'],
  reindexdb: ['--no-password'],
  pg_dump: ['--no-password', '--schema-only', '--lock-wait-timeout=10s'],
};

/** Runs a PostgreSQL program on the database of a connection. Its errors are shown as they are. */
export async function runClientProgram(
  { program, args }: { program: ClientProgram; args: string[] },
  { connectionId, database }: { connectionId: number; database: string },
  { servers, findPrograms, inScratch, logger }: ClientDeps,
  { out, signal }: CommandRun,
): Promise<void> {
  const login = await servers.login(connectionId);
  const existing = await requireDatabase(servers, connectionId, database);
  const { dump } = findPrograms(await servers.ask(connectionId, serverVersion));
  const applicationName = `dbadmin:terminal:${randomBytes(6).toString('hex')}`;
  signal.addEventListener('abort', () => void cancelQueries(servers, connectionId, applicationName), {
    once: true,
  });
  async function run(as: ServerLogin): Promise<void> {
    await inScratch((cwd) =>
      runPg(join(dirname(dump), program), [...FIXED[program], ...args], {
        login: as,
        database: existing,
        applicationName,
        cwd,
        signal,
        logger,
        stdout: out.stream(),
        onErrorLine: (line) => out.print(`${line}\n`),
      }),
    );
  }
  if (program !== 'pg_dump') return run(login);
  const session: DumpSource['session'] = (name, work) => inSessionOf(login, name, work, { applicationName });
  const role = `${TERMINAL_PREFIX}${randomBytes(6).toString('hex')}`;
  const dumper = await createDumpLogin({ login, session }, { role, database: existing });
  try {
    const missing = await session(existing, (client) => findUnreadable(client, dumper));
    for (const what of missing) out.print(`not shown: ${what}\n`);
    await run(dumper.login);
  } catch (error) {
    await dumper.drop().catch((err: unknown) => logger.warn({ err, role }, 'temporary login not dropped'));
    throw error;
  }
  await dumper.drop();
}

/** Lists the contents of a backup, given by its absolute path or by its path below the backup folder. */
export async function listBackupContents(
  artifact: string,
  { backupRoot, findPrograms }: { backupRoot: string; findPrograms: FindPgPrograms },
  { out, signal }: CommandRun,
): Promise<void> {
  const file = await openBackupFile(backupRoot, isAbsolute(artifact) ? artifact : join(backupRoot, artifact));
  try {
    // A newer pg_restore reads the files of older versions.
    const { restore } = newest(findPrograms);
    await runProgram({
      program: restore,
      args: ['--list'],
      input: file.fd,
      stdout: out.stream(),
      onErrorLine: (line) => out.print(`${line}\n`),
      signal,
    });
  } finally {
    await file.close();
  }
}

/** The queries of a stopped program would continue on the server. */
async function cancelQueries(servers: Servers, connectionId: number, applicationName: string): Promise<void> {
  await servers
    .ask(connectionId, (client) =>
      client.query('SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
        applicationName,
      ]),
    )
    // The server is down, and so are its queries.
    .catch(() => undefined);
}

function newest(findPrograms: FindPgPrograms) {
  let programs = findPrograms(0);
  for (;;) {
    try {
      programs = findPrograms((programs.major + 1) * 10_000);
    } catch {
      return programs;
    }
  }
}
