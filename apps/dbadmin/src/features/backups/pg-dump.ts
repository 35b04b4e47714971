import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ProgramError, runProgram } from '@cairn/programs';
import { AppError, unprocessable } from '@cairn/service';
import type { PgPrograms } from '../../postgres-programs/find-programs.ts';
import { withDiskReserve } from './disk-reserve.ts';
import { DUMP_SILENCE_MS, runPg } from '../../postgres-programs/run-program.ts';
import type { PgRun } from '../../postgres-programs/run-program.ts';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { createDumpLogin, findUnreadable } from './dump-login.ts';

/** A session that never releases a lock must not block a worker forever. */
const LOCK_WAIT = '60s';
/** The first major version of pg_dump that may support Zstandard. */
const ZSTD_SINCE = 16;
/** Compression arguments by path of pg_dump. */
const compressions = new Map<string, Promise<string>>();

/**
 * Dumps a database into a file in PostgreSQL's custom format, with a login for this dump only. Returns what is not in the file
 * because that login could not read it.
 */
export async function dumpToFile(
  run: ServerJob,
  { programs, database, path }: { programs: PgPrograms; database: string; path: string },
  options: Pick<PgRun, 'cwd' | 'logger' | 'onErrorLine'>,
): Promise<string[]> {
  const { context, attempt, session } = run;
  const dumper = await createDumpLogin(run, { role: `${attempt.temporary}_dump`, database });
  const missing = await session(database, (client) => findUnreadable(client, dumper));
  const args = [
    '-Fc',
    await compressionOf(programs),
    '--verbose',
    '--no-password',
    `--lock-wait-timeout=${LOCK_WAIT}`,
  ];
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
  await withDiskReserve(dirname(path), context.signal, (signal) =>
    runPg(programs.dump, args, {
      ...options,
      login: dumper.login,
      database,
      applicationName: attempt.applicationName,
      signal,
      stdout: file.fd,
      silenceMs: DUMP_SILENCE_MS,
      // pg_dump leaves out subscriptions unless it runs as a superuser; this login may read them.
      ...(dumper.readsEverything ? { reports: { is_superuser: 'on' } } : {}),
    }),
  )
    .finally(() => file.close())
    .catch((error: unknown) => {
      if (dumper.readsEverything || !(error instanceof AppError) || error.code !== 'dbadmin.tool_failed')
        throw error;
      throw unprocessable(
        error.code,
        `${error.message} "${run.login.user}" is not a superuser. Use a superuser for this connection to read everything.`,
      );
    });
  await dumper.drop();
  return missing;
}

/**
 * The argument for compression: Zstandard where this pg_dump was built with it, else gzip at its fastest level, which takes a third
 * of the time of the default level for 5 % more bytes.
 */
function compressionOf({ dump, major }: PgPrograms): Promise<string> {
  if (major < ZSTD_SINCE) return Promise.resolve('-Z1');
  const compression = compressions.get(dump) ?? probeCompression(dump);
  compressions.set(dump, compression);
  return compression;
}

/** pg_dump checks its options before it connects: there is no server at the address. */
async function probeCompression(dump: string): Promise<string> {
  try {
    await runProgram({
      program: dump,
      args: ['--compress=zstd', '-Fc', '-f', '/dev/null'],
      env: { PGHOST: '/nonexistent', PGCONNECT_TIMEOUT: '2' },
      timeLimitMs: 10_000,
    });
    return '--compress=zstd';
  } catch (error) {
    const output = error instanceof ProgramError ? error.stderr : '';
    return /not support/i.test(output) || output === '' ? '-Z1' : '--compress=zstd';
  }
}
