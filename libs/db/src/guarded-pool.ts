import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { withDeadline } from '@cairn/service/with-deadline';
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
    const onTimeout = () => {
      lost = true;
      return unavailableError(new Error(`no answer within ${queryTimeoutMs} ms`));
    };
    try {
      const answer = client.query(sql, parameters);
      if (!hasTimeLimit() || queryTimeoutMs === 0) return await answer;
      return await withDeadline(answer, { ms: queryTimeoutMs, onTimeout });
    } catch (error) {
      throw translated(error);
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
