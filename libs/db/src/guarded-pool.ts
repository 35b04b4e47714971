import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isUnavailable, unavailableError } from './errors.ts';
import { hasTimeLimit } from './time-limit.ts';

/**
 * The pool as Kysely sees it. An unreachable, full or hanging database is AppError `unavailable`. A connection whose query timed
 * out is destroyed on release, because the next query would wait for the lost one.
 */
export function guardedPool(pool: Pool, queryTimeoutMs: number): PostgresPool {
  // Kysely compares connections by identity, so each client has one wrapper.
  const wrappers = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw translated(error);
      });
      let wrapper = wrappers.get(client);
      if (!wrapper) wrappers.set(client, (wrapper = guardedClient(client, queryTimeoutMs)));
      return wrapper;
    },
    end: () => pool.end(),
  };
}

function guardedClient(client: PoolClient, queryTimeoutMs: number): PostgresPoolClient {
  let lost = false;

  async function query(sql: string, parameters: unknown[]): Promise<unknown> {
    if (lost) throw unavailableError(new Error('the connection was given up'));
    let timer: NodeJS.Timeout | undefined;
    const answer = client.query(sql, parameters);
    try {
      if (!hasTimeLimit() || queryTimeoutMs === 0) return await answer;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          lost = true;
          reject(unavailableError(new Error(`no answer within ${queryTimeoutMs} ms`)));
        }, queryTimeoutMs);
      });
      return await Promise.race([answer, late]);
    } catch (error) {
      if (lost) answer.catch(() => {});
      throw translated(error);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    query: ((first: unknown, parameters: unknown[]) =>
      typeof first === 'string'
        ? query(first, parameters)
        : client.query(first as never)) as PostgresPoolClient['query'],
    release: () => client.release(lost),
  };
}

function translated(error: unknown): unknown {
  return isUnavailable(error) ? unavailableError(error) : error;
}
