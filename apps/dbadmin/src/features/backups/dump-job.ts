import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { toStorageError } from '@cairn/files';
import type { InScratch } from '@cairn/files';
import { JobCancelledError, JobLostError } from '@cairn/jobs';
import type { Processor } from '@cairn/jobs';
import type { Logger } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import type { FindPgPrograms, PgPrograms } from '../../postgres-programs/find-programs.ts';
import { runServerJob } from '../../server-jobs/server-job.ts';
import type { Context, ServerJob } from '../../server-jobs/server-job.ts';
import { databaseUnregistered } from '../databases/errors.ts';
import { findDatabase } from '../databases/repo.ts';
import { requireServerDatabase } from '../databases/server-databases.ts';
import { MAINTENANCE } from '../servers/service.ts';
import type { Servers } from '../servers/service.ts';
import { createDumpProgress, readBytesSent, readTableSizes } from './dump-progress.ts';
import { backupFileName, partialName, readFileName } from './backup-file.ts';
import { dumpToFile } from './pg-dump.ts';
import { hashFile, verifyArchive } from './verify.ts';
import { insertBackup } from './repo.ts';

const POLL_MS = 1_000;
/** The percentage at which dumping ends and verifying begins. */
const DUMPED = 80;
/** The step that adds the row of the backup. Stored in rows of jobs. */
const SAVED = 'kept';

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
 * Dumps a database in PostgreSQL's custom format. pg_dump writes a partial file, which is verified, synced and renamed before a row is
 * added for it.
 */
export function backupDatabaseJob(deps: BackupDeps): Processor {
  const { db, servers, logger, inScratch, backupRoot } = deps;
  return async (payload: BackupPayload, context: Context) => {
    const { connection_id: connectionId, database_id: databaseId } = payload;
    // An attempt that was cut off after its commit has created the backup.
    const saved = await context.committed<SavedBackup>(SAVED);
    if (saved) return saved;
    const database = await findDatabase(db, databaseId);
    if (!database) throw databaseUnregistered();
    const folder = join(backupRoot, String(connectionId));
    const filename = backupFileName(database.name, context.job);
    const partial = join(folder, partialName(filename));
    return runServerJob({ servers, logger }, { context, connectionId }, async (run) => {
      await prepare(folder, partial, context.job.id);
      try {
        const dumped = await inScratch((cwd) => dump(deps, run, { name: database.name, partial, cwd }));
        const artifact = join(folder, filename);
        await rename(partial, artifact);
        await syncFolder(folder);
        const { seconds, notIncluded, ...file } = dumped;
        const result: SavedBackup = {
          filename,
          artifact: relative(backupRoot, artifact),
          size_bytes: file.size,
          sha256: file.sha256,
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
              ...file,
              note: payload.note,
              jobId: context.job.id,
              createdBy: payload.requested_by,
            });
            return result;
          }, SAVED)
          .catch(async (error: unknown) => {
            // If the outcome of the commit is unknown, the row may exist: the sweeper checks that.
            const isRejected = error instanceof JobLostError || error instanceof JobCancelledError;
            if (isRejected) await rm(artifact, { force: true });
            throw error;
          });
      } finally {
        await rm(partial, { force: true });
      }
    });
  };
}

interface SavedBackup {
  filename: string;
  /** Relative to the backup folder. */
  artifact: string;
  size_bytes: number;
  sha256: string;
  seconds: Dumped['seconds'];
  /** What the login of the dump could not read. */
  not_included: string[];
}

/** Creates the folder and an empty file that other accounts cannot read, and removes those of earlier attempts. */
async function prepare(folder: string, partial: string, jobId: number): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of await readdir(folder)) {
      const parsed = readFileName(name);
      if (parsed?.partial && parsed.jobId === jobId) await rm(join(folder, name), { force: true });
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
  /** How long dumping and verifying took. */
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
  const startedAt = performance.now();
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
          const table = progress.addLine(line);
          if (table) context.progress(percent(progress.share()), `Dumping ${table}`);
        },
      },
    );
  } finally {
    stopWatching();
  }
  const dumpedAt = performance.now();
  const verified = await verify(partial, { programs, cwd, context });
  const seconds = {
    dumping: secondsOf(dumpedAt - startedAt),
    reading: secondsOf(performance.now() - dumpedAt),
  };
  return { ...verified, serverVersion: version, serverIdentifier: identifier, seconds, notIncluded };
}

/** Hashes and verifies the file at the same time, so that both read it from memory. */
async function verify(
  partial: string,
  { programs, cwd, context }: { programs: PgPrograms; cwd: string; context: Context },
): Promise<{ size: number; sha256: string }> {
  const file = await open(partial, 'r');
  try {
    await file.sync();
    const { size } = await file.stat();
    const report = (read: number) =>
      context.progress(Math.round(DUMPED + (99 - DUMPED) * (read / size)), 'Verifying the backup');
    report(0);
    const [sha256] = await Promise.all([
      hashFile(file, { signal: context.signal, onBytes: report }),
      verifyArchive(file, { programs, cwd, signal: context.signal }),
    ]);
    return { size, sha256 };
  } finally {
    await file.close();
  }
}

/** Polls the server for the progress of the current table. Not a reason to fail when the server cannot report it. */
function watch(
  { context, attempt, session }: ServerJob,
  progress: ReturnType<typeof createDumpProgress>,
): () => void {
  let stopped = false;
  const poll = async () => {
    await session(MAINTENANCE, async (client) => {
      while (!stopped) {
        await new Promise((done) => setTimeout(done, POLL_MS));
        if (stopped) return;
        const bytes = await readBytesSent(client, attempt.applicationName);
        if (bytes === null) continue;
        progress.addBytes(bytes);
        context.progress(percent(progress.share()));
      }
    });
  };
  poll().catch(() => undefined);
  return () => {
    stopped = true;
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
