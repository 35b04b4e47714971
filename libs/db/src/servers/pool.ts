import pg from 'pg';
import type { ServerAddress } from './address.ts';
import { ServerClient } from './client.ts';
import { driverConfig, startupOptions } from './driver.ts';
import type { ServerSettings } from './driver.ts';
import { limitAnswers } from './limit-answers.ts';
import { GRACE_MS, refusesTls } from './session.ts';
import { useServersNames } from './search-path.ts';

const MAX = 4;

export interface SessionPoolOptions {
  /** Where to connect to when the name was looked up before; the host itself otherwise. */
  at?: string;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Longest time of one statement, in milliseconds; the server ends it, and one that hangs is left to itself 2 s later. */
  statementTimeoutMs: number;
  /** How long a session is kept that nobody uses, in milliseconds. */
  idleMs: number;
  /** Settings that hold whatever the database or the role says, see `ServerSettings`. */
  settings?: ServerSettings;
  /** Told when no session is left, so that who keeps pools need not keep this one. */
  onEmpty?(): void;
}

export interface PooledSession {
  client: pg.PoolClient;
  /** Gives the session back; with what went wrong it is closed, for a statement that failed may have left a transaction open. */
  release(failure?: Error): void;
}

export type SessionPool = ReturnType<typeof createSessionPool>;

/**
 * Sessions in one database of somebody else's server, four at most, as `openSession` opens them. `connect` throws what the
 * driver throws; `serverReason` says it in a sentence.
 */
export function createSessionPool(address: ServerAddress, options: SessionPoolOptions) {
  const { at, applicationName, statementTimeoutMs, idleMs, settings = {}, onEmpty } = options;
  const answerTimeoutMs = statementTimeoutMs + GRACE_MS;
  const prepared = new WeakSet<pg.PoolClient>();
  let encrypts = true;
  let pool = poolOf(address);
  let closing: Promise<void> | null = null;

  function poolOf(to: ServerAddress): pg.Pool {
    const made = new pg.Pool({
      Client: ServerClient,
      ...driverConfig(to, { applicationName, ...(at === undefined ? {} : { at }) }),
      options: startupOptions(settings),
      max: MAX,
      idleTimeoutMillis: idleMs,
      allowExitOnIdle: true,
      statement_timeout: statementTimeoutMs,
      query_timeout: answerTimeoutMs,
    });
    made.on('error', () => undefined);
    // While it works for somebody the pool does not listen, and a connection that breaks then would end the process.
    made.on('connect', (client) => client.on('error', () => undefined));
    made.on('remove', tellWhenEmpty);
    return made;
  }

  function tellWhenEmpty(): void {
    if (pool.totalCount + pool.waitingCount === 0) onEmpty?.();
  }

  /** `prefer` encrypts where the server can. */
  async function take(): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      if (address.sslmode !== 'prefer' || !refusesTls(error)) throw error;
      if (encrypts) {
        encrypts = false;
        void pool.end();
        pool = poolOf({ ...address, sslmode: 'disable' });
      }
      return pool.connect();
    }
  }

  return {
    async connect(): Promise<PooledSession> {
      const client = await take().catch((error: unknown) => {
        tellWhenEmpty();
        throw error;
      });
      const unwatch = limitAnswers(client);
      const release = (failure?: Error): void => {
        unwatch();
        client.release(failure);
      };
      try {
        if (!prepared.has(client)) await useServersNames(client, { answerTimeoutMs });
        prepared.add(client);
        return { client, release };
      } catch (error) {
        release(error as Error);
        throw error;
      }
    },
    /** Ends what nobody uses at once, and the rest when it is given back. */
    close: (): Promise<void> => (closing ??= pool.end()),
  };
}
