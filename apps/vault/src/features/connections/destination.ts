import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { PlatformDatabases } from '@cairn/auth';
import type { TableName } from '@cairn/geo';
import { describeFailure, JobCancelledError, JobLostError, WorkerStoppingError } from '@cairn/jobs';
import type { Job } from '@cairn/jobs';
import { AppError, conflict, forbidden } from '@cairn/service';
import type { Actor, SecretBox } from '@cairn/service';
import type { VaultConfig } from '../../config.ts';
import type { UserRights } from '../access/dataset-guard.ts';
import { adoptDatabase } from './adopt-database.ts';
import { checkSavedLogin, requireHarmlessLogin, savedAddress, withDatabase } from './connect.ts';
import { createNewDatabase, undoNewDatabase } from './new-databases.ts';
import type { NewDatabaseDeps } from './new-databases.ts';
import { markKept } from './new-databases-repo.ts';
import type { DatabaseServices } from './database-services/service.ts';
import { findConnection } from './repo.ts';
import { refuseForeignTables, requireConnectionUse } from './rights.ts';
import { listRelatedTables, readDatabaseName, readServerIdentifier } from './server-queries.ts';
import type { Destination } from './types.ts';

export interface DestinationDeps extends NewDatabaseDeps {
  secretBox: SecretBox;
  platform: PlatformDatabases;
  auth: UserRights;
  config: Pick<VaultConfig, 'outboundAllowedNetworks'>;
  databaseServices: DatabaseServices;
}

/** The part of a job's context that a destination needs. A new database belongs to the job. */
export interface DestinationRun {
  /** Its requester needs the rights on the destination. */
  job: Pick<Job, 'id' | 'fence' | 'attempts' | 'maxAttempts' | 'requestedBy'>;
  signal: AbortSignal;
  progress(percent: number, stage?: string): void;
}

/** The database that a job loads into. */
export interface Target {
  /** The saved connection; null when the request contains the address. */
  connectionId: number | null;
  /** Its id in database administration; null when it is not registered there. */
  databaseId: number | null;
  /** The database service; null for other databases. */
  pgServiceName: string | null;
  /** Does some work in a session whose login was checked. */
  inSession<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  /** @throws {AppError} forbidden for tables of datasets that the requester may not edit. */
  checkTables(client: pg.Client, names: TableName[]): Promise<void>;
}

interface Request {
  destination: Destination;
  run: DestinationRun;
  /** The job is not run again after an error of `work`; default: libs/jobs decides by the kind of the error. */
  isFinal?: boolean;
}

/** Adoptions wait for others of the same user, also for that of a worker that was killed and which database administration still runs. */
const ADOPTION_TRIES: Record<string, number> = {
  'vault.adoption_running': 20,
  'vault.adoptions_busy': 20,
  'vault.dbadmin_conflict': 6,
};
const ADOPTION_PAUSE_MS = 500;
const RENEWAL_TRIES = 10;

/**
 * Does the work of a job with the database that its request names. A new database is created for it, and stays only when the work
 * succeeds: it is dropped when the work fails or the job is cancelled, by this worker or, after it died, by housekeeping. When a worker
 * stops or dies, the next attempt gets the same database.
 * @throws {AppError} forbidden or conflict when the requester may not load there.
 */
export async function withDestination<T>(
  deps: DestinationDeps,
  { destination, run, isFinal = false }: Request,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { requestedBy } = run.job;
  const requester = requestedBy === null ? null : await deps.auth.user(Number(requestedBy));
  if (!('newDatabase' in destination)) return work(await openTarget(deps, destination, { run, requester }));
  try {
    if (!requester || requester.id === null) throw noRequester();
    run.progress(0, `Creating the database "${destination.newDatabase.name}"`);
    const databaseId = await createNewDatabase(deps, {
      job: run.job,
      userId: requester.id,
      request: destination.newDatabase,
      signal: run.signal,
    });
    const result = await work(await openTarget(deps, { databaseId }, { run, requester }));
    if (!(await markKept(deps.db, run.job))) throw takenOver();
    return result;
  } catch (error) {
    if (endsJob(error, run, isFinal)) await undoNewDatabase(deps, run.job, toReason(error, run));
    throw error;
  }
}

/** Whether the job ends with this error, so that nothing will continue with its database. */
export function endsJob(error: unknown, { job, signal }: DestinationRun, isFinal: boolean): boolean {
  const reason: unknown = signal.aborted ? signal.reason : null;
  if (reason instanceof JobLostError || reason instanceof WorkerStoppingError) return false;
  if (isFinal || reason instanceof JobCancelledError || job.attempts >= job.maxAttempts) return true;
  return !describeFailure(error, job.id, job.attempts).retry;
}

function toReason(error: unknown, { signal }: DestinationRun): string {
  if (signal.reason instanceof JobCancelledError)
    return 'The job was cancelled. The new database was removed again.';
  const sentence =
    error instanceof AppError && error.kind !== 'internal' ? error.message : 'The load failed.';
  return `${sentence} The new database was removed again.`;
}

async function openTarget(
  deps: DestinationDeps,
  destination: Exclude<Destination, { newDatabase: unknown }>,
  { run, requester }: { run: DestinationRun; requester: Actor | null },
): Promise<Target> {
  const { db, auth, config } = deps;
  const { signal } = run;
  if ('host' in destination) {
    const options = { allowedNetworks: config.outboundAllowedNetworks, signal };
    return {
      connectionId: null,
      databaseId: null,
      pgServiceName: null,
      inSession: (work) =>
        withDatabase(destination, options, async (client) => {
          await requireHarmlessLogin(deps, client, destination);
          return work(client);
        }),
      checkTables: () => Promise.resolve(),
    };
  }
  const id = await connectionOf(deps, destination, { run, requester });
  await requireConnectionUse({ db, auth }, id, requester);
  const saved = await findConnection(db, id);
  return {
    connectionId: id,
    databaseId: saved?.databaseId ?? null,
    pgServiceName: saved?.pgServiceName ?? null,
    // An administrator has named this address.
    inSession: (work) => inSavedSession(deps, { id, signal, isRenewed: saved?.databaseId != null }, work),
    async checkTables(client, names) {
      const target = {
        database: await readDatabaseName(client),
        serverIdentifier: await readServerIdentifier(client),
      };
      const tables = await listRelatedTables(client, names);
      await refuseForeignTables({ db, auth }, { target, requestedBy: run.job.requestedBy }, tables);
    },
  };
}

/**
 * Does some work in a session of a saved connection. The login that database administration issued gets a new password with each
 * adoption: while another one of the same user is being saved, this waits for it.
 */
async function inSavedSession<T>(
  deps: DestinationDeps,
  { id, signal, isRenewed }: { id: number; signal: AbortSignal; isRenewed: boolean },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const address = await savedAddress(deps, id);
    let isConnected = false;
    try {
      return await withDatabase(address, { allowedNetworks: 'any', signal }, async (client) => {
        isConnected = true;
        await checkSavedLogin(deps, client, { id, address });
        return work(client);
      });
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'vault.database_refused';
      if (isConnected || !isRefused || !isRenewed || tries === RENEWAL_TRIES) throw error;
    }
    await delay(ADOPTION_PAUSE_MS, undefined, { signal });
  }
}

/** The id of the saved connection that a destination names. */
async function connectionOf(
  deps: DestinationDeps,
  destination: { id: number } | { databaseId: number } | { pgServiceName: string },
  { run, requester }: { run: DestinationRun; requester: Actor | null },
): Promise<number> {
  if ('id' in destination) return destination.id;
  if ('databaseId' in destination) return adopt(deps, destination.databaseId, { run, requester });
  return deps.databaseServices.resolve(destination.pgServiceName, requester);
}

/** The requester's connection to a database of database administration. Waits for another adoption of the same user. */
async function adopt(
  deps: DestinationDeps,
  databaseId: number,
  { run, requester }: { run: DestinationRun; requester: Actor | null },
): Promise<number> {
  if (!requester) throw noRequester();
  const call = { requestId: `job-${run.job.id}`, signal: run.signal };
  for (let tries = 1; ; tries += 1) {
    try {
      return (await adoptDatabase(deps, requester, { call, databaseId, name: '' })).connection_id;
    } catch (error) {
      if (!(error instanceof AppError) || tries >= (ADOPTION_TRIES[error.code] ?? 1)) throw error;
    }
    await delay(ADOPTION_PAUSE_MS, undefined, { signal: run.signal });
  }
}

function noRequester() {
  return forbidden(
    'vault.no_requester',
    'The user who started this job no longer exists. Nothing was loaded.',
  );
}

function takenOver() {
  return conflict('vault.job_taken_over', 'Another worker continues this job.');
}
