import { isDeepStrictEqual } from 'node:util';
import {
  classifySessionError,
  createSessionPool,
  explainConnectionError,
  MAX_POOLED_SESSIONS,
} from '@cairn/db';
import type { ServerAddress, SessionPool } from '@cairn/db';
import { AppError, createFairSemaphore, resolveOutboundAddress } from '@cairn/service';
import type { FairSemaphore } from '@cairn/service';
import type pg from 'pg';
import { refusePlatform } from '../database-links/link-session.ts';
import type { LinkSessionDeps } from '../database-links/link-session.ts';
import { BUSY, databaseUnreachable, tooSlow, toStatementError } from './errors.ts';
import type { UseLink } from './types.ts';

const STATEMENT_MS = 30_000;
const WAIT_MS = 10_000;
const IDLE_MS = 30_000;

/** They hold whatever the settings of the database and the role. */
const SETTINGS = {
  ...{ role: 'none', jit: 'off', TimeZone: 'UTC', DateStyle: 'ISO,YMD' },
  default_transaction_read_only: 'on',
  // All rows of a cursor are read.
  cursor_tuple_fraction: '1',
  // The 4 MB that are usual write the sort of some hundred thousand points to disk.
  work_mem: '32MB',
};

interface OpenLink {
  address: ServerAddress;
  pool: SessionPool;
  semaphore: FairSemaphore;
}

interface LinkPoolDeps extends LinkSessionDeps {
  /** @throws {AppError} not_found, unavailable */
  addressOf(linkId: number): Promise<ServerAddress>;
}

/**
 * Sessions in the databases of links, kept for half a minute, at most four a link, which people share fairly. Statements may take 30 s.
 * Reading a table runs code of its owner; in a transaction that only reads and is never committed, that code changes nothing.
 */
export function createLinkSessions({ addressOf, serverNetworks, platform }: LinkPoolDeps) {
  /** A session stays in its database. */
  const checked = new WeakSet<pg.ClientBase>();
  const open = new Map<number, OpenLink>();

  async function linkOf(id: number): Promise<OpenLink> {
    const address = await addressOf(id);
    const current = open.get(id);
    if (current && isDeepStrictEqual(current.address, address)) return current;
    const at = await resolveOutboundAddress(address.host, { allowedNetworks: serverNetworks });
    const pool: SessionPool = createSessionPool(address, {
      ...{ at, applicationName: 'cairn field sync', statementTimeoutMs: STATEMENT_MS, idleMs: IDLE_MS },
      settings: SETTINGS,
      onEmpty() {
        // A name may lead elsewhere by the next time.
        if (open.get(id)?.pool === pool) open.delete(id);
        void pool.close();
      },
    });
    const semaphore = createFairSemaphore({
      ...{ limit: MAX_POOLED_SESSIONS, perPerson: MAX_POOLED_SESSIONS - 1, busy: BUSY },
    });
    const link = { address, pool, semaphore };
    void current?.pool.close();
    open.set(id, link);
    return link;
  }

  const use: UseLink = async (id, signal, work) => {
    const { address, pool, semaphore } = await linkOf(id);
    return semaphore.run(
      async () => {
        // Rows are streamed.
        const session = await pool.connect({ signal, maxBytes: null }).catch((error: unknown) => {
          signal.throwIfAborted();
          throw databaseUnreachable(explainConnectionError(error, address).sentence, error);
        });
        let failure: Error | undefined;
        try {
          if (!checked.has(session.client)) await refusePlatform(platform, session.client);
          checked.add(session.client);
          return await inReadOnlyTransaction(session.client, work);
        } catch (error) {
          if (!(error instanceof AppError)) failure = error as Error;
          signal.throwIfAborted();
          throw toSessionError(error, address);
        } finally {
          session.release(failure);
        }
      },
      { waitMs: WAIT_MS, signal },
    );
  };

  return {
    use,
    async close(): Promise<void> {
      await Promise.all([...open.values()].map(({ pool }) => pool.close()));
    },
  };
}

async function inReadOnlyTransaction<T>(
  client: pg.ClientBase,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  await client.query('BEGIN READ ONLY');
  try {
    return await work(client);
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

function toSessionError(error: unknown, address: ServerAddress): unknown {
  if (error instanceof AppError) return error;
  switch (classifySessionError(error)) {
    case 'lost':
      return databaseUnreachable(explainConnectionError(error, address).sentence, error);
    case 'slow':
      return tooSlow();
    default:
      return toStatementError(error);
  }
}
