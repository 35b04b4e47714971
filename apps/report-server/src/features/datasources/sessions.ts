import type pg from 'pg';
import type { PlatformDatabases } from '@cairn/auth';
import {
  classifySessionError,
  createSessionPool,
  explainConnectionError,
  ident,
  isPowerfulLogin,
} from '@cairn/db';
import type { ServerAddress, SessionPool } from '@cairn/db';
import { AppError, createFairSemaphore } from '@cairn/service';
import type { Actor, FairSemaphore, SecretBox } from '@cairn/service';
import { datasourceUnavailable, loginTooPowerful, readTooSlow } from './errors.ts';
import { passwordPurpose, resolveHost } from './fields.ts';
import { refusePlatform } from './platform.ts';
import { createRead } from './read.ts';
import type { Read } from './read.ts';
import type { SealedDatasource } from './types.ts';

export const APPLICATION_NAME = 'cairn report server';
/** Sessions on one database, in one process. */
const MAX_SESSIONS = 6;
const IDLE_MS = 30_000;
const WAIT_MS = 10_000;
const CHECK_EVERY_MS = 30_000;
/** How much longer than its own limit a server may take for an answer. */
const GRACE_MS = 2_000;
const ZONE_NAME = /^[A-Za-z0-9_+/-]{1,64}$/;
/** Values are written alike whatever the settings of the database and the role. */
const SETTINGS = {
  // The just-in-time compiler takes seconds for statements that run for milliseconds.
  jit: 'off',
  DateStyle: 'ISO,YMD',
  IntervalStyle: 'iso_8601',
  bytea_output: 'hex',
  extra_float_digits: '1',
  TimeZone: 'UTC',
};

export interface OpenReadOptions {
  /** Ends the statement and the session when the client leaves. */
  signal?: AbortSignal | undefined;
  /** SQL that a person wrote will run: the session is closed afterwards, with all that may be left in it. */
  isPersonsSql?: boolean;
  /** Replaces the time limit of the datasource, in milliseconds. */
  statementTimeoutMs?: number | undefined;
  /** Bytes that may be received, default 64 MiB; null for streams. */
  maxBytes?: number | null | undefined;
  /** Schemas in which names of a person's SQL are looked up; by default none but the system's own. */
  searchPath?: readonly string[] | undefined;
  /** Zone in which times with zone are written; default UTC. */
  timeZone?: string | undefined;
}

export type Sessions = ReturnType<typeof createSessions>;

interface Opened {
  revision: number;
  pool: SessionPool;
  semaphore: FairSemaphore;
}

interface SessionDeps {
  secretBox: SecretBox;
  platform: PlatformDatabases;
  allowedNetworks: string[];
}

/** At most six sessions for each datasource, in which people only read. People share them fairly. */
export function createSessions({ secretBox, platform, allowedNetworks }: SessionDeps) {
  const opened = new Map<number, Opened>();
  /** Time of the last check of each session: a role may become a superuser while its sessions are pooled. */
  const checkedAt = new WeakMap<pg.ClientBase, number>();

  async function open(datasource: SealedDatasource): Promise<Opened> {
    const current = opened.get(datasource.id);
    if (current?.revision === datasource.revision) return current;
    const at = await resolveHost(datasource.host, allowedNetworks);
    const raced = opened.get(datasource.id);
    if (raced?.revision === datasource.revision) return raced;
    const fresh: Opened = {
      revision: datasource.revision,
      semaphore: raced?.semaphore ?? createSemaphore(),
      pool: createSessionPool(addressOf(datasource, secretBox), {
        at,
        applicationName: APPLICATION_NAME,
        statementTimeoutMs: datasource.statementTimeoutMs,
        idleMs: IDLE_MS,
        maxSessions: MAX_SESSIONS,
        settings: SETTINGS,
        onEmpty() {
          if (opened.get(datasource.id) === fresh) opened.delete(datasource.id);
          void fresh.pool.close();
        },
      }),
    };
    opened.set(datasource.id, fresh);
    // Its sessions end when their work is done.
    void raced?.pool.close();
    return fresh;
  }

  async function checkLogin(client: pg.ClientBase, { username }: SealedDatasource): Promise<void> {
    if (performance.now() - (checkedAt.get(client) ?? -Infinity) < CHECK_EVERY_MS) return;
    if (await isPowerfulLogin(client)) throw loginTooPowerful(username);
    await refusePlatform(platform, client);
    checkedAt.set(client, performance.now());
  }

  async function inSession<T>(
    datasource: SealedDatasource,
    work: (client: pg.PoolClient) => Promise<T>,
    { signal, isPersonsSql = false, maxBytes, statementTimeoutMs }: OpenReadOptions,
  ): Promise<T> {
    const { pool } = await open(datasource);
    const limits = { signal, ...(maxBytes === undefined ? {} : { maxBytes }), statementTimeoutMs };
    const session = await pool.connect(limits).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw datasourceUnavailable(datasource.title, explain(error, datasource), error);
    });
    let failure: Error | undefined;
    try {
      await checkLogin(session.client, datasource);
      return await work(session.client);
    } catch (error) {
      failure = error as Error;
      signal?.throwIfAborted();
      throw toReadError(error, datasource, statementTimeoutMs);
    } finally {
      if (isPersonsSql) session.destroy();
      else session.release(failure);
    }
  }

  return {
    /**
     * Runs `work` in one read transaction, which is always rolled back: what a statement could leave behind in spite of READ ONLY
     * (large objects, notifications, settings) is undone. Every statement of `read` uses the extended protocol, which takes one
     * statement only. The weak login is the boundary.
     * @throws {AppError} unavailable when the database cannot be reached, has no free session, or takes too long
     */
    async openRead<T>(
      datasource: SealedDatasource,
      actor: Pick<Actor, 'id' | 'groupIds'>,
      work: (read: Read) => Promise<T>,
      options: OpenReadOptions = {},
    ): Promise<T> {
      const { semaphore } = await open(datasource);
      const { signal, timeZone = 'UTC', searchPath } = options;
      const statementTimeoutMs = options.statementTimeoutMs ?? datasource.statementTimeoutMs;
      return semaphore.run(
        () =>
          inSession(
            datasource,
            async (client) => {
              await begin(client, { actor, statementTimeoutMs, timeZone, searchPath });
              try {
                return await work(createRead(client, statementTimeoutMs + GRACE_MS));
              } finally {
                await client.query('ROLLBACK').catch(() => undefined);
              }
            },
            { ...options, statementTimeoutMs },
          ),
        { waitMs: WAIT_MS, ...(signal ? { signal } : {}) },
      );
    },
    /** Ends the sessions of a datasource that was changed or deleted. */
    forget(id: number): void {
      void opened.get(id)?.pool.close();
      opened.delete(id);
    },
    async close(): Promise<void> {
      await Promise.all([...opened.values()].map(({ pool }) => pool.close()));
    },
  };
}

/** The settings `cairn.user_id` and `cairn.groups` are for the row security of the database itself. */
async function begin(
  client: pg.PoolClient,
  { actor, statementTimeoutMs, timeZone, searchPath = [] }: BeginOptions,
): Promise<void> {
  // One round trip: the text has numbers, and the name of a zone that was checked.
  if (!ZONE_NAME.test(timeZone)) throw new Error(`"${timeZone}" is not the name of a time zone`);
  const path = searchPath.length === 0 ? '' : `; SET LOCAL search_path = ${searchPath.map(ident).join(', ')}`;
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SET LOCAL statement_timeout = ${Math.round(statementTimeoutMs)}; SET LOCAL lock_timeout = '2s';
    SET LOCAL "cairn.user_id" = '${actor.id ?? ''}'; SET LOCAL "cairn.groups" = '${actor.groupIds.join(',')}';
    SET LOCAL TimeZone = '${timeZone}'${path}`);
}

interface BeginOptions {
  actor: Pick<Actor, 'id' | 'groupIds'>;
  statementTimeoutMs: number;
  timeZone: string;
  searchPath?: readonly string[] | undefined;
}

export function addressOf(datasource: SealedDatasource, secretBox: SecretBox): ServerAddress {
  const { host, port, database, username, sslmode, passwordSealed } = datasource;
  const password = secretBox.open(passwordSealed, passwordPurpose(datasource));
  return { host, port, database, user: username, password, sslmode };
}

function explain(error: unknown, { host, port, database, username: user }: SealedDatasource): string {
  return explainConnectionError(error, { host, port, database, user }).sentence;
}

function toReadError(error: unknown, datasource: SealedDatasource, timeoutMs?: number): unknown {
  if (error instanceof AppError) return error;
  switch (classifySessionError(error)) {
    case 'lost':
      return datasourceUnavailable(datasource.title, explain(error, datasource), error);
    case 'slow':
      return readTooSlow(Math.round((timeoutMs ?? datasource.statementTimeoutMs) / 1000));
    default:
      return error;
  }
}

function createSemaphore(): FairSemaphore {
  return createFairSemaphore({
    limit: MAX_SESSIONS,
    perPerson: MAX_SESSIONS - 2,
    busy: {
      code: 'report-server.datasource_busy',
      message: 'The database is busy with other queries. Try again in a few seconds.',
    },
  });
}
