import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, createFairSemaphore, networkOf } from '@cairn/service';
import type { FairSemaphore } from '@cairn/service';
import type { Db } from '../../db/handle.ts';

/** Failed sign-ins that are allowed, and the seconds for which they count. */
export const LIMITS = {
  /** One account from one address. */
  pair: { points: 10, duration: 300 },
  /** All accounts from one address: guessing one password for many accounts. */
  address: { points: 100, duration: 300 },
  /** One account from all addresses: guessing by many machines. */
  account: { points: 100, duration: 900 },
  /** One account from one known browser, in place of the limits above. */
  browser: { points: 10, duration: 300 },
} as const;

/** At one account from one address. */
const MAX_WAITING = 100;

export interface SignInThrottle {
  /**
   * Runs `verify` unless too many attempts failed, and answers what it answers. An attempt is counted before the password
   * is looked at, so that parallel guesses count too, and taken back when it succeeds: only failures count. Attempts at
   * one account from one address follow one another, so that many right ones at one time are not refused.
   * @throws AppError too_many with the seconds to wait.
   */
  attempt(who: Attempt, verify: () => Promise<boolean>): Promise<boolean>;
}

interface Attempt {
  /** Unique for each account, else signing in to one account would clear the failures of another. */
  account: string;
  ip: string;
  /**
   * Id of a known browser or of a session of the account; null for all other clients. It has a separate limit, so that
   * failures of other people, also behind the same proxy, do not lock the owner out.
   */
  browser: string | null;
}

/** Counters live in PostgreSQL: they hold for all replicas, and rotating addresses fill no memory. */
export function createSignInThrottle({ db }: { db: Db }): SignInThrottle {
  // Through the guarded connections of the query builder, so that a hanging database is an error and not a hang.
  const store = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      db.executeQuery(CompiledQuery.raw(text, values)),
  };
  const limiter = (name: keyof typeof LIMITS) =>
    new RateLimiterPostgres({
      ...LIMITS[name],
      storeClient: store,
      storeType: 'pool',
      schemaName: 'portal',
      tableName: 'sign_in_throttle',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
    });
  const limiters = {
    pair: limiter('pair'),
    address: limiter('address'),
    account: limiter('account'),
    browser: limiter('browser'),
  };

  const lines = new Map<string, Line>();

  /** One queue for each key, removed when it is empty. */
  async function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(key) ?? newLine();
    lines.set(key, line);
    line.inside += 1;
    try {
      return await line.places.run(() => unlessOut(line, work));
    } finally {
      line.inside -= 1;
      if (line.inside === 0) lines.delete(key);
    }
  }

  return {
    attempt({ account, ip, browser }, verify) {
      if (browser !== null) {
        const key = keyOf(account, browser);
        return inLine(key, async () => {
          await take(limiters.browser, key);
          if (!(await verify())) return false;
          await limiters.browser.delete(key);
          return true;
        });
      }
      const network = networkOf(ip);
      const keys = { pair: keyOf(account, network), address: keyOf(network), account: keyOf(account) };
      return inLine(keys.pair, async () => {
        await take(limiters.pair, keys.pair);
        await take(limiters.address, keys.address);
        await take(limiters.account, keys.account);
        if (!(await verify())) return false;
        await Promise.all([
          limiters.pair.delete(keys.pair),
          limiters.address.reward(keys.address),
          limiters.account.reward(keys.account),
        ]);
        return true;
      });
    },
  };
}

interface Line {
  places: FairSemaphore;
  inside: number;
  /** Why the first one failed: the others must not wait for a database that hangs one after the other. */
  outage: AppError | null;
}

function newLine(): Line {
  const places = createFairSemaphore({
    limit: 1,
    perPerson: 1,
    maxWaiting: 2 * MAX_WAITING,
    maxWaitingPerPerson: MAX_WAITING,
    busy: {
      kind: 'too_many',
      code: 'portal.sign_in_busy',
      message: 'Too many people are signing in. Try again in a few seconds.',
    },
  });
  return { places, inside: 0, outage: null };
}

/** The outage is noted within the turn, before the next one begins. */
async function unlessOut<T>(line: Line, work: () => Promise<T>): Promise<T> {
  if (line.outage) throw line.outage;
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unavailable') line.outage = error;
    throw error;
  }
}

async function take(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    if (error.msBeforeNext > limiter.duration * 1000) {
      // Counted before the clock stepped back. Start again instead of waiting until it has caught up.
      await limiter.delete(key);
      return await take(limiter, key);
    }
    throw new AppError({
      kind: 'too_many',
      code: 'portal.too_many_attempts',
      message: 'There were too many failed attempts; wait a few minutes and try again.',
      retryAfter: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
    });
  }
}

/** Fixed length whatever was typed, and no typed password in the table when it landed in the wrong field. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
