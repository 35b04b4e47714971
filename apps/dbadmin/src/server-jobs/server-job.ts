import { ident } from '@cairn/db';
import { JobCancelledError } from '@cairn/jobs';
import type { JobContext } from '@cairn/jobs';
import { AppError, conflict, unprocessable } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import type { DbadminDatabase } from '../db/schema.ts';
import { MAINTENANCE, inSessionOf } from '../features/servers/service.ts';
import type { ServerLogin, Servers } from '../features/servers/service.ts';
import { attemptNames } from './attempt-names.ts';
import type { AttemptNames } from './attempt-names.ts';
import { dropTemporary, endSessions, findHoldings } from './server-queries.ts';
import type { Temporary } from './server-queries.ts';

const CLEANUP_MS = 60_000;
/** undefined_object: the server is older; invalid_parameter_value: its system cannot check sockets. */
const UNKNOWN_SETTING = '42704';
const NOT_ON_THIS_SYSTEM = '22023';
/** Kinds of errors after which a job may run again and continue with what it has already created. */
const TRANSIENT = new Set(['bad_gateway', 'unavailable', 'too_many', 'internal']);

export type Context = JobContext<DbadminDatabase>;

/** One attempt at a job on a server. */
export interface ServerJob {
  context: Context;
  login: ServerLogin;
  attempt: AttemptNames;
  /** Does some work in a session under the name of the attempt, without a statement timeout; it ends with the attempt. */
  session<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T>;
}

/**
 * Runs an attempt at a job on a server. First removes the sessions and unfinished databases of earlier attempts; when the attempt
 * fails, removes its own. `keep` names the step after which the database is kept, and the next attempt continues with it.
 */
export async function runServerJob<T>(
  { servers, logger }: { servers: Servers; logger: Logger },
  { context, connectionId, keep }: { context: Context; connectionId: number; keep?: string },
  work: (run: ServerJob) => Promise<T>,
): Promise<T> {
  const login = await servers.login(connectionId);
  const attempt = attemptNames(context.job);
  const isKept = async () => keep !== undefined && (await context.committed(keep)) !== undefined;
  await cleanUp(login, {
    sessions: attempt.ofJob.applicationName,
    databases: (await isKept()) ? null : attempt.ofJob.temporary,
    signal: context.signal,
  });
  const run: ServerJob = {
    context,
    login,
    attempt,
    session: (database, inside) =>
      inSessionOf(
        login,
        database,
        async (client) => {
          await endWaitsWithWorker(client);
          return inside(client);
        },
        {
          signal: context.signal,
          statementTimeoutMs: 0,
          applicationName: attempt.applicationName,
        },
      ),
  };
  try {
    return await work(run);
  } catch (error) {
    const { reason } = context.signal;
    const isOver = isFinal(error) || isFinal(reason) || reason instanceof JobCancelledError;
    const databases = !isOver && (await isKept().catch(() => true)) ? null : attempt.temporary;
    await cleanUp(login, { sessions: attempt.applicationName, databases }).catch((err: unknown) =>
      logger.warn(
        { err, jobId: context.job.id },
        'job leftovers not removed from the server, retrying later',
      ),
    );
    throw error;
  }
}

/** If this worker dies while the server waits for a lock, the wait ends, and others do not queue behind it. Since PostgreSQL 14. */
async function endWaitsWithWorker(client: pg.Client): Promise<void> {
  await client.query(`SET client_connection_check_interval = '5s'`).catch((error: { code?: string }) => {
    if (error.code !== UNKNOWN_SETTING && error.code !== NOT_ON_THIS_SYSTEM) throw error;
  });
}

/** Uses sessions of its own: without `signal` it also works after the attempt was cancelled. */
async function cleanUp(
  login: ServerLogin,
  { sessions, databases, signal }: { sessions: string; databases: string | null; signal?: AbortSignal },
): Promise<void> {
  await inSessionOf(login, MAINTENANCE, (client) => endSessions(client, sessions), {
    statementTimeoutMs: CLEANUP_MS,
    ...(signal ? { signal } : {}),
  });
  if (databases !== null) await removeTemporary(login, { prefix: databases }, signal);
}

/** Drops temporary databases and roles, after revoking what such a role has in other databases. */
export async function removeTemporary(
  login: ServerLogin,
  which: Temporary,
  signal?: AbortSignal,
): Promise<void> {
  const limit = { statementTimeoutMs: CLEANUP_MS, ...(signal ? { signal } : {}) };
  const drop = (client: pg.ClientBase) => dropTemporary(client, which);
  await inSessionOf(login, MAINTENANCE, drop, limit);
  const holdings = await inSessionOf(login, MAINTENANCE, (client) => findHoldings(client, which), limit);
  for (const { role, database } of holdings)
    await inSessionOf(login, database, (client) => client.query(`DROP OWNED BY ${ident(role)}`), limit);
  if (holdings.length > 0) await inSessionOf(login, MAINTENANCE, drop, limit);
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && !TRANSIENT.has(error.kind);
}

/** Turns an error that a server returned into one for users. Other errors are returned unchanged. */
export function explainSqlError(error: unknown, action: string): unknown {
  if (!(error instanceof DatabaseError)) return error;
  const { code, message, hint } = error;
  if (code === '53100') {
    return unprocessable('dbadmin.server_full', `${action} failed: the disk of the database server is full.`);
  }
  if (code === '55006') return conflict('dbadmin.database_in_use', `${action} failed: ${message}.`);
  return unprocessable(
    'dbadmin.server_said',
    `${action} failed: ${message}${hint === undefined ? '' : ` Hint: ${hint}`}`.slice(0, 1_000),
  );
}
