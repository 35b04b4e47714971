import { lockRow } from '@cairn/db';
import type { Jobs } from '@cairn/jobs';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { KINDS, MAX_ATTEMPTS } from '../../server-jobs/kinds.ts';
import type { JobPayload } from '../../server-jobs/kinds.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditRecord } from '../audit/repo.ts';
import { requireSameAddress } from '../connections/server-address.ts';
import type { ServerAddress } from '../connections/server-address.ts';
import { databaseBusy, databaseRegistered, noSuchDatabase } from './errors.ts';
import { findJobsUsing, reserveDatabase, setCreatingJob } from './repo.ts';
import type { Database, Enqueued, NewDatabase } from './types.ts';

const EXCLUSIVE_KINDS: string[] = [KINDS.create, KINDS.clone, KINDS.delete, KINDS.restore];

/** How a new job uses a database: alone, to copy it, or beside other jobs. */
type Use = 'alone' | 'copy' | 'shared';

interface JobRequest<P extends JobPayload> {
  kind: string;
  /** For people: "Back up roads". */
  title: string;
  payload: Omit<P, keyof JobPayload>;
  /** The existing database that the job works on. */
  claim?: { database: Database; use: Use };
  /** The database that the job creates. */
  create?: NewDatabase & ServerAddress;
  audit: Pick<AuditRecord, 'event' | 'subject' | 'details'>;
  cause: AuditContext;
  /** The last check, in the transaction that enqueues the job. */
  check?(trx: Db): Promise<void>;
  /** Saves what belongs to the job, in the same transaction. */
  onEnqueued?: ((trx: Db, enqueued: Enqueued) => Promise<void>) | undefined;
}

/**
 * Enqueues a job on a database in a transaction, with its audit event and, for a job that creates a database, the row of that database.
 * @throws {AppError} conflict when another job, or another database of this name, is in the way, or the connection leads to another
 * server than when the request was checked; not_found when the database was unregistered in the meantime.
 */
export async function enqueueDatabaseJob<P extends JobPayload>(
  { db, jobs }: { db: Db; jobs: Jobs },
  request: JobRequest<P>,
): Promise<Enqueued> {
  const { kind, title, payload, claim, create, audit, cause } = request;
  const connectionId = (create ?? claim!.database).connectionId;
  const enqueued = await db.transaction().execute(async (trx) => {
    await request.check?.(trx);
    if (claim) await claimDatabase(trx, claim.database, claim.use);
    await recordAudit(trx, { ...audit, cause, connectionId });
    const databaseId = create ? await reserveRow(trx, create, cause) : claim!.database.id;
    const { id: jobId } = await jobs.enqueue(trx, {
      kind,
      payload: {
        title,
        requested_by: cause.actorName,
        connection_id: connectionId,
        database_id: databaseId,
        ...payload,
      },
      requestedBy: cause.actorId,
      maxAttempts: MAX_ATTEMPTS,
    });
    if (create) await setCreatingJob(trx, databaseId, jobId);
    await request.onEnqueued?.(trx, { databaseId, jobId });
    return { databaseId, jobId };
  });
  void jobs.dispatch();
  return enqueued;
}

/** Locks the row of a database and refuses conflicting jobs: of two concurrent requests the second sees the job of the first. */
async function claimDatabase(trx: Db, database: Database, use: Use): Promise<void> {
  const { id, name } = database;
  await requireSameAddress(trx, database);
  if (!(await lockRow(trx, 'databases', id))) throw noSuchDatabase(id);
  const jobs = await findJobsUsing(trx, id);
  const other = jobs.find((job) => conflicts(job, use));
  if (other) throw databaseBusy(name, `${other.kind}, job ${other.id}`, 'try again');
}

function conflicts({ kind, copies }: { kind: string; copies: boolean }, use: Use): boolean {
  if (use === 'alone') return true;
  return copies ? use === 'copy' : EXCLUSIVE_KINDS.includes(kind);
}

async function reserveRow(
  trx: Db,
  { name, purpose, ...address }: NewDatabase & ServerAddress,
  { actorName }: AuditContext,
): Promise<number> {
  await requireSameAddress(trx, address);
  const { connectionId } = address;
  const id = await reserveDatabase(trx, {
    connectionId,
    name,
    purpose: purpose.trim(),
    createdBy: actorName,
  });
  if (id === null) throw databaseRegistered(name);
  return id;
}
