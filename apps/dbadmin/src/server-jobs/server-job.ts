import type { JobContext } from '@cairn/jobs';
import { JobCancelledError } from '@cairn/jobs';
import { AppError } from '@cairn/service';
import type { Logger } from '@cairn/service';
import { ident } from '@cairn/db';
import type pg from 'pg';
import type { DbadminDatabase } from '../db/schema.ts';
import { MAINTENANCE, inSessionOf } from '../features/servers/service.ts';
import type { ServerLogin, Servers } from '../features/servers/service.ts';
import { dropTemporary, endSessions, findHoldings, attemptNames } from './attempt-names.ts';
import type { Temporary, AttemptNames } from './attempt-names.ts';

const TIDY_MS = 60_000;
/** undefined_object: the server is older; invalid_parameter_value: it runs where sockets cannot be asked. */
const UNKNOWN_SETTING = '42704';
const NOT_ON_THIS_SYSTEM = '22023';
/** Kinds of errors after which a job may be run again, so that what it made already is kept for that. */
const PASSING = new Set(['bad_gateway', 'unavailable', 'too_many', 'internal']);

export type Context = JobContext<DbadminDatabase>;

/** One attempt at a job on a server. */
export interface ServerJob {
  context: Context;
  login: ServerLogin;
  attempt: AttemptNames;
  /** A session under the attempt's name; its statements may take as long as they need, and end with the attempt. */
  session<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T>;
}

/**
 * Runs an attempt at a job on a server. Before, it removes what earlier attempts left there: their sessions and the databases
 * that they had begun. When the attempt fails it removes its own. `keep` names the step after which a database that was made
 * is what the next attempt goes on with.
 */
export async function runServerJob<T>(
  { servers, logger }: { servers: Servers; logger: Logger },
  { context, connectionId, keep }: { context: Context; connectionId: number; keep?: string },
  work: (run: ServerJob) => Promise<T>,
): Promise<T> {
  const login = await servers.login(connectionId);
  const attempt = attemptNames(context.job);
  const isKept = async () => keep !== undefined && (await context.committed(keep)) !== undefined;
  await tidy(login, {
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
          await noticeDeath(client);
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
    await tidy(login, { sessions: attempt.applicationName, databases }).catch((err: unknown) =>
      logger.warn(
        { err, jobId: context.job.id },
        'job leftovers not removed from the server, retrying later',
      ),
    );
    throw error;
  }
}

/** Should this worker die while the server waits for a lock, the wait ends, and others wait no longer behind it. Since 14. */
async function noticeDeath(client: pg.Client): Promise<void> {
  await client.query(`SET client_connection_check_interval = '5s'`).catch((error: { code?: string }) => {
    if (error.code !== UNKNOWN_SETTING && error.code !== NOT_ON_THIS_SYSTEM) throw error;
  });
}

/** Sessions of its own and not of the attempt: without `signal` it works when the attempt was called off. */
async function tidy(
  login: ServerLogin,
  { sessions, databases, signal }: { sessions: string; databases: string | null; signal?: AbortSignal },
): Promise<void> {
  await inSessionOf(login, MAINTENANCE, (client) => endSessions(client, sessions), {
    statementTimeoutMs: TIDY_MS,
    ...(signal ? { signal } : {}),
  });
  if (databases !== null) await removeTemporary(login, { prefix: databases }, signal);
}

/** Drops temporary databases and roles; what such a role was given in another database is taken back first. */
export async function removeTemporary(
  login: ServerLogin,
  which: Temporary,
  signal?: AbortSignal,
): Promise<void> {
  const limit = { statementTimeoutMs: TIDY_MS, ...(signal ? { signal } : {}) };
  const drop = (client: pg.ClientBase) => dropTemporary(client, which);
  await inSessionOf(login, MAINTENANCE, drop, limit);
  const holdings = await inSessionOf(login, MAINTENANCE, (client) => findHoldings(client, which), limit);
  for (const { role, database } of holdings)
    await inSessionOf(login, database, (client) => client.query(`DROP OWNED BY ${ident(role)}`), limit);
  if (holdings.length > 0) await inSessionOf(login, MAINTENANCE, drop, limit);
}

function isFinal(error: unknown): boolean {
  return error instanceof AppError && !PASSING.has(error.kind);
}
