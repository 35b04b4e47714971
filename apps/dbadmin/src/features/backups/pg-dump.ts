import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError, unprocessable } from '@cairn/service';
import type { PgPrograms } from '../../postgres-programs/find-programs.ts';
import { withDiskReserve } from './disk-reserve.ts';
import { DUMP_SILENCE_MS, runPg } from '../../postgres-programs/run-program.ts';
import type { PgRun } from '../../postgres-programs/run-program.ts';
import type { ServerJob } from '../../server-jobs/server-job.ts';
import { compressionOf } from './compression.ts';
import { createDumpLogin, findUnreadable } from './dump-login.ts';

/** A session that never releases a lock must not hold a worker for ever. */
const LOCK_WAIT = '60s';

/**
 * Dumps a database into a file in PostgreSQL's custom format, with a login of this dump's own. Returns what is not in the file
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
      // pg_dump leaves subscriptions out for anybody else; this login may read them.
      ...(dumper.readsEverything ? { reports: { is_superuser: 'on' } } : {}),
    }),
  )
    .finally(() => file.close())
    .catch((error: unknown) => {
      if (dumper.readsEverything || !(error instanceof AppError) || error.code !== 'dbadmin.tool_failed')
        throw error;
      throw unprocessable(
        error.code,
        `${error.message} "${run.login.user}" is not a superuser: with a superuser for this connection everything can be read.`,
      );
    });
  await dumper.drop();
  return missing;
}
