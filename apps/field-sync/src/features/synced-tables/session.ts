import { classifySessionError, ident } from '@cairn/db';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import { openLinkSession } from '../database-links/link-session.ts';
import type { LinkSessionDeps } from '../database-links/link-session.ts';
import { commitUnknown, TargetError, toTargetError } from './errors.ts';
import type { TargetPlace } from './types.ts';
import { watchSession } from './watch-session.ts';
import type { SilenceLimits } from './watch-session.ts';

const APPLICATION_NAME = 'cairn field sync';
/** How long a statement waits for a lock of someone else. */
const LOCK_TIMEOUT = '5s';

/** They hold whatever the settings of the database and the role: values are written alike, and a commit is one. */
const SETTINGS = {
  role: 'none',
  jit: 'off',
  TimeZone: 'UTC',
  DateStyle: 'ISO,YMD',
  IntervalStyle: 'iso_8601',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_read_only: 'off',
  synchronous_commit: 'on',
  lock_timeout: LOCK_TIMEOUT,
  // A transaction whose worker is gone keeps the next one waiting: let the server notice soon.
  idle_in_transaction_session_timeout: '10min',
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
  // Pages that a difference touches follow each other, as its keys do.
  random_page_cost: '1.1',
  temp_buffers: '64MB',
  work_mem: '64MB',
  maintenance_work_mem: '128MB',
};

export interface SessionDeps extends LinkSessionDeps {
  limits: SilenceLimits;
}

export interface Target {
  client: pg.Client;
  place: TargetPlace;
  /** The schema, quoted. */
  schema: string;
  /** A name in the schema, qualified and quoted. */
  table(name: string): string;
  /** A commit was sent: an abort waits for its answer. */
  isCommitting: boolean;
}

/**
 * Opens a session in the target for the duration of `work`. All names are looked up in pg_catalog alone. Its errors become
 * TargetErrors; the signal ends the session at once, unless a commit has been sent, and its reason is thrown. A database that does not
 * answer any more ends it too.
 */
export async function withTarget<T>(
  deps: SessionDeps,
  { place, signal }: { place: TargetPlace; signal: AbortSignal },
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const end = new AbortController();
  let target: Target | undefined;
  let hang: TargetError | undefined;
  const onAbort = () => {
    if (!target?.isCommitting) end.abort(signal.reason);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort);
  try {
    const session = await openLinkSession(deps, place.address, {
      applicationName: APPLICATION_NAME,
      // A difference may be as large as the tables.
      ...{ settings: SETTINGS, signal: end.signal, maxBytes: null },
    });
    const { client, close } = session;
    const unwatch = watchSession(deps, { session, place, limits: deps.limits }, (error) => {
      hang = error;
      end.abort();
    });
    const schema = ident(place.schema);
    const table = (name: string) => `${schema}.${ident(name)}`;
    target = { client, place, schema, table, isCommitting: false };
    try {
      return await work(target);
    } finally {
      unwatch();
      await close();
    }
  } catch (error) {
    if (!(error instanceof TargetError)) {
      signal.throwIfAborted();
      if (hang) throw hang;
    }
    throw toTargetError(error, place, { isOpen: target !== undefined });
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/**
 * Runs `work` in one transaction under the lock of the project, which serves the first load too, when there is no row to lock.
 * @throws {TargetError} read_state when the connection broke after the commit was sent
 */
export async function inProjectTransaction<T>(
  target: Target,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const { client, place } = target;
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `cairn field-sync ${place.projectUuid}`,
    ]);
    const result = await work();
    signal.throwIfAborted();
    await commit(target);
    return result;
  } catch (error) {
    // The server ends the transaction by itself when the connection is gone.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function commit(target: Target): Promise<void> {
  target.isCommitting = true;
  const { command } = await target.client.query('COMMIT').catch((error: unknown) => {
    // Any other error of the server is its answer: nothing was committed.
    throw error instanceof DatabaseError && classifySessionError(error) === null
      ? error
      : commitUnknown(error);
  });
  target.isCommitting = false;
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back');
}
