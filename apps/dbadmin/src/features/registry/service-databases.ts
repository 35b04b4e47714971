import type { DbadminSchemas } from '@cairn/contracts';
import { isUniqueViolation } from '@cairn/db';
import type { Job, Jobs } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { DatabaseJobs } from '../databases/job-requests.ts';
import { findActiveJobs, findDatabase } from '../databases/repo.ts';
import type { Database } from '../databases/types.ts';
import {
  creationFailed,
  mayNotCreateDatabase,
  mayNotNameOwner,
  ownerExists,
  requestUndone,
} from './errors.ts';
import { EDITS } from './issue-login.ts';
import type { RegistryDeps } from './issue-login.ts';
import {
  findCreatedOid,
  findIssuedRoles,
  findServiceDatabase,
  forgetDatabase,
  insertServiceDatabase,
  markUndone,
} from './repo.ts';
import type { ServiceDatabase } from './types.ts';

const ADMINISTERS = { ...EDITS, permission: 'admin' } as const;
/** How long a request waits for its job. */
const WAIT_MS = 20_000;

export interface ServiceDatabaseDeps extends RegistryDeps {
  jobs: Jobs;
  databaseJobs: DatabaseJobs;
}

interface RequestKey {
  /** Name of the calling service. */
  service: string;
  requestId: string;
  cause: AuditContext;
}

export interface CreationRequest extends RequestKey {
  userId: number;
  connectionId: number;
  name: string;
  /** Gets the access level `admin`; with a password it is a new role. */
  owner?: { username: string; password?: string | undefined } | undefined;
}

/**
 * Creates a database with PostGIS for a user of another service, once for each request id, and undoes such a request.
 * The rights are those of the user; `undo` drops only what the request itself created.
 */
export function createServiceDatabases(deps: ServiceDatabaseDeps) {
  const { db, auth, jobs, databaseJobs, platform, roles, access } = deps;

  /** @throws {AppError} forbidden */
  async function requireUser({ userId, connectionId, owner }: CreationRequest): Promise<Actor> {
    const user = await auth.user(userId);
    if (!user || !(await auth.allows(user, EDITS))) throw mayNotCreateDatabase();
    if (owner && !(await auth.allows(user, ADMINISTERS))) throw mayNotNameOwner();
    await platform.requireMayManage(user, connectionId);
    return user;
  }

  async function enqueue(request: CreationRequest, cause: AuditContext): Promise<void> {
    const { service, requestId, userId, connectionId, name, owner } = request;
    if (owner) await requireOwner(request);
    await databaseJobs
      .create(
        {
          connectionId,
          name,
          purpose: '',
          spatial: true,
          onEnqueued: (trx, { databaseId, jobId }) =>
            insertServiceDatabase(trx, {
              service,
              requestId,
              userId,
              databaseId,
              createJobId: jobId,
              ownerRole: owner?.username ?? null,
            }),
        },
        cause,
      )
      .catch((error: unknown) => {
        // Another call with this id came first, or undid it.
        if (!isUniqueViolation(error, 'service_databases_pkey')) throw error;
      });
  }

  /** Whether a role of this name exists must fit the request, before anything is created. */
  async function requireOwner({ connectionId, owner }: CreationRequest): Promise<void> {
    const existing = await findRole(connectionId, owner!.username);
    if (owner!.password === undefined && !existing) await roles.get(connectionId, owner!.username, 'user');
    if (owner!.password !== undefined && existing) throw ownerExists(owner!.username);
  }

  async function findRole(connectionId: number, name: string) {
    return roles.get(connectionId, name, 'user').catch((error: unknown) => {
      if (error instanceof AppError && error.kind === 'not_found') return null;
      throw error;
    });
  }

  /** Creates the role of the owner if requested, and gives it the level `admin`. Safe to repeat. */
  async function ensureOwner(
    { connectionId, requestId, owner }: CreationRequest,
    { databaseId, cause }: { databaseId: number; cause: AuditContext },
  ): Promise<void> {
    if (!owner) return;
    const role = { connectionId, name: owner.username, cause };
    if (owner.password !== undefined && !(await findRole(connectionId, owner.username)))
      await roles.createUser(role, owner.password, { comment: ownerComment(requestId) });
    await access.grant({ databaseId, roleName: owner.username, cause }, 'admin');
  }

  /** Waits for a job, but not for long. */
  async function waitFor(jobId: number): Promise<Job | undefined> {
    const signal = AbortSignal.timeout(WAIT_MS);
    return jobs.finished(jobId, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      return jobs.get(jobId);
    });
  }

  /** Whether the row of the database is that of the request: a failed creation leaves it to the next one of that name. */
  function isOf(database: Database, request: ServiceDatabase, oid: number | null): boolean {
    return database.creation === null ? oid !== null : database.creation.jobId === request.createJobId;
  }

  async function drop(
    request: ServiceDatabase,
    database: Database,
    cause: AuditContext,
  ): Promise<string | undefined> {
    const oid = request.createJobId === null ? null : await findCreatedOid(db, request.createJobId);
    if (!isOf(database, request, oid)) {
      await forgetDatabase(db, request);
      return undefined;
    }
    const { writers, readers } = await findIssuedRoles(db, database.id);
    const { ownerRole: role, requestId } = request;
    const jobId = await databaseJobs.undoCreation(
      database.id,
      {
        oid,
        roles: [...writers, ...readers],
        ownedBy: role === null ? null : { role, comment: ownerComment(requestId) },
      },
      cause,
    );
    return (await waitFor(jobId))?.errors.at(-1)?.message;
  }

  return {
    async create(request: CreationRequest): Promise<DbadminSchemas['ServiceDatabase']> {
      const user = await requireUser(request);
      const cause = { ...request.cause, actorId: user.id, actorName: user.username };
      if (!(await findServiceDatabase(db, request))) await enqueue(request, cause);
      const saved = await findServiceDatabase(db, request);
      if (!saved || saved.isUndone || saved.databaseId === null || saved.createJobId === null)
        throw requestUndone();
      const job = await waitFor(saved.createJobId);
      if (job?.status === 'failed' || job?.status === 'cancelled')
        throw creationFailed(job.errors.at(-1)?.message);
      const database = await findDatabase(db, saved.databaseId);
      if (!database) throw requestUndone();
      const { id: databaseId, connectionId, name, creation } = database;
      if (creation === null) await ensureOwner(request, { databaseId, cause });
      return {
        database_id: databaseId,
        connection_id: connectionId,
        name,
        state: creation === null ? 'ready' : 'creating',
      };
    },

    async undo(key: RequestKey): Promise<{ state: 'dropping' | 'dropped'; error?: string }> {
      await markUndone(db, key);
      const request = await findServiceDatabase(db, key);
      const id = request?.databaseId ?? null;
      if (!request || id === null) return { state: 'dropped' };
      if (request.createJobId !== null) {
        await jobs.cancel(request.createJobId);
        await waitFor(request.createJobId);
      }
      const isBusy = (await findActiveJobs(db, [id])).has(id);
      const database = await findDatabase(db, id);
      const error = isBusy || !database ? undefined : await drop(request, database, key.cause);
      const isDropped = (await findServiceDatabase(db, key))?.databaseId === null;
      return isDropped ? { state: 'dropped' } : { state: 'dropping', ...(error ? { error } : {}) };
    },
  };
}

/** Tells a role that was created for a request from one that has its name. */
function ownerComment(requestId: string): string {
  return `Created with a database, request ${requestId}`;
}
