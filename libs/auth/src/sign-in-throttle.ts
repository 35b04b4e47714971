import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import type { Kysely } from 'kysely';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError, networkOf } from '@cairn/service';

/** Failed sign-ins that are allowed, and the seconds for which they count. */
const LIMITS = {
  /** One account from one network, or from one known browser. */
  pair: { points: 10, duration: 300 },
  /** All accounts from one network: one password is tried for many accounts. */
  address: { points: 100, duration: 300 },
  /** One account from all networks: many machines try passwords. */
  account: { points: 100, duration: 900 },
} as const;

export interface SignInThrottle {
  /**
   * Runs `verify` unless too many attempts have failed, and counts it if it returns false. The limits are checked again after
   * a success, so that parallel guesses get no more answers than guesses made one after another.
   * @throws {AppError} too_many with the seconds to wait
   */
  attempt(attempt: Attempt, verify: () => Promise<boolean>): Promise<boolean>;
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

interface Counter {
  limiter: RateLimiterPostgres;
  key: string;
}

/**
 * Limits failed sign-ins of an account, of a network and of both. Counters are rows of `<schema>.sign_in_throttle`: replicas share
 * them, and many addresses do not fill the memory.
 */
export function createSignInThrottle({ db, schema }: { db: Kysely<any>; schema: string }): SignInThrottle {
  const storeClient = createCounterClient(db);
  const createLimiter = (name: keyof typeof LIMITS) =>
    new RateLimiterPostgres({
      ...LIMITS[name],
      storeClient,
      storeType: 'pool',
      schemaName: schema,
      tableName: 'sign_in_throttle',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
    });
  const limiters = {
    pair: createLimiter('pair'),
    address: createLimiter('address'),
    account: createLimiter('account'),
  };

  function countersOf({ account, ip, browser }: Attempt): [pair: Counter, ...others: Counter[]] {
    if (browser !== null) return [{ limiter: limiters.pair, key: keyOf('browser', account, browser) }];
    const network = networkOf(ip);
    return [
      { limiter: limiters.pair, key: keyOf(account, network) },
      { limiter: limiters.address, key: keyOf(network) },
      { limiter: limiters.account, key: keyOf(account) },
    ];
  }

  return {
    async attempt(attempt, verify) {
      const counters = countersOf(attempt);
      await requireWithinLimits(counters);
      if (await verify()) {
        await requireWithinLimits(counters);
        const [pair] = counters;
        await pair.limiter.delete(pair.key);
        return true;
      }
      for (const { limiter, key } of counters) {
        const state = await limiter.penalty(key);
        if (state.consumedPoints > limiter.points) throw tooManyAttempts(state);
      }
      return false;
    },
  };
}

/** The table of the counters, in the shape that rate-limiter-flexible expects. Losing them in a crash is fine. */
export async function createSignInThrottleTable(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE UNLOGGED TABLE sign_in_throttle (
    key varchar(255) PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  )`.execute(db);
}

export async function deleteExpiredCounters(db: Kysely<any>): Promise<number> {
  const result = await sql`DELETE FROM sign_in_throttle WHERE expire < ${Date.now()}`.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** The client of the rate limiter. On its connections a hanging database is an error. */
function createCounterClient(db: Kysely<any>) {
  return {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows, rowCount: rows.length };
    },
  };
}

async function requireWithinLimits(counters: Counter[]): Promise<void> {
  for (const { limiter, key } of counters) {
    const state = await limiter.get(key);
    if (state === null || state.consumedPoints < limiter.points) continue;
    if (state.msBeforeNext <= limiter.duration * 1000) throw tooManyAttempts(state);
    // The failures were counted before the clock was set back. Start again instead of waiting until it catches up.
    await limiter.delete(key);
  }
}

function tooManyAttempts({ msBeforeNext }: RateLimiterRes): AppError {
  return new AppError({
    kind: 'too_many',
    code: 'auth.too_many_attempts',
    message: 'Too many failed attempts. Wait a few minutes and try again.',
    retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
}

/** Has a fixed length, and hides passwords that were typed into the wrong field. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
