import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { toStorageError } from '@cairn/files';
import type { InScratch } from '@cairn/files';
import { JobCancelledError, JobLostError } from '@cairn/jobs';
import type { Processor } from '@cairn/jobs';
import { unprocessable } from '@cairn/service';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import type { FindPgPrograms, PgPrograms } from '../../postgres-programs/find-programs.ts';
import { runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { findDatabase } from '../databases/repo.ts';
import { requireServerDatabase } from '../databases/server-databases.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { createDumpProgress, readBytesSent, readTableSizes } from './dump-progress.ts';
import { backupFileName, partialName, readFileName } from './file-name.ts';
import { dumpToFile } from './pg-dump.ts';
import { hashFile, verifyArchive } from './verify.ts';
import { insertBackup } from './repo.ts';

const LOOK_MS = 1_000;
/** Where dumping ends and reading through begins, in percent. */
const DUMPED = 80;
/** The step in which a row names the file. */
const KEPT = 'kept';

export interface BackupPayload extends JobPayload {
  note: string;
}

export interface BackupDeps {
  db: Db;
  servers: Servers;
  logger: Logger;
  findPrograms: FindPgPrograms;
  inScratch: InScratch;
  backupRoot: string;
}

/**
 * Dumps a database in PostgreSQL's custom format. pg_dump writes to a file that nobody else knows, which is read through to its
 * end, synced and renamed, and only then named by a row.
 */
export function backupDatabaseJob(parts: BackupDeps): Processor {
  const { db, servers, logger, inScratch, backupRoot } = parts;
  return async (payload: BackupPayload, context: Context) => {
    const { connection_id: connectionId, database_id: databaseId } = payload;
    // An attempt that was cut off after its commit has made the backup: another one would be nobody's.
    const kept = await context.committed<Kept>(KEPT);
    if (kept) return kept;
    const database = await findDatabase(db, databaseId);
    if (!database) throw unprocessable('dbadmin.database_forgotten', 'The database is registered no more.');
    const folder = join(backupRoot, String(connectionId));
    const filename = backupFileName(database.name, context.job);
    const partial = join(folder, partialName(filename));
    return runServerJob({ servers, logger }, { context, connectionId }, async (run) => {
      await prepare(folder, partial, context.job.id);
      try {
        const read = await inScratch((cwd) => dump(parts, run, { name: database.name, partial, cwd }));
        const artifact = join(folder, filename);
        await rename(partial, artifact);
        await syncFolder(folder);
        const { seconds, notIncluded, ...found } = read;
        const { size, sha256 } = found;
        const made: Kept = {
          filename,
          artifact: relative(backupRoot, artifact),
          size_bytes: size,
          sha256,
          seconds,
          not_included: notIncluded,
        };
        return await context
          .commit(async (trx) => {
            await insertBackup(trx, {
              connectionId,
              databaseId,
              databaseName: database.name,
              filename,
              artifact,
              ...found,
              note: payload.note,
              jobId: context.job.id,
              createdBy: payload.requested_by,
            });
            return made;
          }, KEPT)
          .catch(async (error: unknown) => {
            // Of a commit that nobody heard of the row may stand: then the sweeper tells, for it asks for the row.
            const isRefused = error instanceof JobLostError || error instanceof JobCancelledError;
            if (isRefused) await rm(artifact, { force: true });
            throw error;
          });
      } finally {
        await rm(partial, { force: true });
      }
    });
  };
}

interface Kept {
  filename: string;
  /** Below the folder of backups. */
  artifact: string;
  size_bytes: number;
  sha256: string;
  seconds: Dumped['seconds'];
  /** What the login of the dump could not read. */
  not_included: string[];
}

/** The folder, an empty file that others cannot read, and nothing of earlier attempts. */
async function prepare(folder: string, partial: string, jobId: number): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const named = readFileName(name);
      if (named?.partial && named.jobId === jobId) await rm(join(folder, name), { force: true });
    }
    await (await open(partial, 'wx', 0o600)).close();
  } catch (error) {
    throw toStorageError(error);
  }
}

interface Dumped {
  size: number;
  sha256: string;
  serverVersion: string;
  serverIdentifier: string;
  /** How long it took to dump, and to read it through. */
  seconds: { dumping: number; reading: number };
  notIncluded: string[];
}

async function dump(
  { findPrograms, logger }: BackupDeps,
  run: ServerJob,
  { name, partial, cwd }: { name: string; partial: string; cwd: string },
): Promise<Dumped> {
  const { context, session } = run;
  const { version, number, identifier } = await session(MAINTENANCE, async (client) => {
    await requireServerDatabase(client, name);
    const { rows } = await client.query<{ version: string; number: string; identifier: string }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
          system_identifier::text AS identifier FROM pg_control_system()`,
    );
    return rows[0] as { version: string; number: string; identifier: string };
  });
  const programs = findPrograms(Number(number));
  const progress = createDumpProgress(await session(name, readTableSizes));
  const stopWatching = watch(run, progress);
  const began = performance.now();
  let notIncluded: string[];
  try {
    context.progress(1, 'Dumping');
    notIncluded = await dumpToFile(
      run,
      { programs, database: name, path: partial },
      {
        cwd,
        logger,
        onErrorLine(line) {
          const table = progress.hear(line);
          if (table) context.progress(percent(progress.share()), `Dumping ${table}`);
        },
      },
    );
  } finally {
    stopWatching();
  }
  const dumped = performance.now();
  const verified = await verify(partial, { programs, cwd, context });
  const seconds = { dumping: secondsOf(dumped - began), reading: secondsOf(performance.now() - dumped) };
  return { ...verified, serverVersion: version, serverIdentifier: identifier, seconds, notIncluded };
}

/** Hash and reading through at once: the second reader finds the bytes in memory. */
async function verify(
  partial: string,
  { programs, cwd, context }: { programs: PgPrograms; cwd: string; context: Context },
): Promise<{ size: number; sha256: string }> {
  const file = await open(partial, 'r');
  try {
    await file.sync();
    const { size } = await file.stat();
    const tell = (read: number) =>
      context.progress(Math.round(DUMPED + (99 - DUMPED) * (read / size)), 'Reading the backup through');
    tell(0);
    const [sha256] = await Promise.all([
      hashFile(file, { signal: context.signal, onBytes: tell }),
      verifyArchive(file, { programs, cwd, signal: context.signal }),
    ]);
    return { size, sha256 };
  } finally {
    await file.close();
  }
}

/** Asks the server now and then how far the table under way is; that it cannot tell is no reason to fail. */
function watch(
  { context, attempt, session }: ServerJob,
  progress: ReturnType<typeof createDumpProgress>,
): () => void {
  let over = false;
  const look = async () => {
    await session(MAINTENANCE, async (client) => {
      while (!over) {
        await new Promise((done) => setTimeout(done, LOOK_MS));
        if (over) return;
        const bytes = await readBytesSent(client, attempt.applicationName);
        if (bytes === null) continue;
        progress.sent(bytes);
        context.progress(percent(progress.share()));
      }
    });
  };
  look().catch(() => undefined);
  return () => {
    over = true;
  };
}

function secondsOf(milliseconds: number): number {
  return Math.round(milliseconds / 10) / 100;
}

function percent(share: number): number {
  return Math.max(1, Math.round(share * DUMPED));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
