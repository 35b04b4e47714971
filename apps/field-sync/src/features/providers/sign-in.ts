import { ProviderError } from './errors.ts';

export interface IssuedToken {
  token: string;
  /** By the provider's clock; null where it does not tell. */
  expiresAt: Date | null;
}

/** Where the token of one server is kept, for all processes. */
export interface TokenStore {
  read(): Promise<{ issued: IssuedToken | null; problem: string | null }>;
  save(issued: IssuedToken): Promise<void>;
  /** No sign-in any more until someone edits the server. */
  stop(problem: string): Promise<void>;
}

/**
 * `rejected`: the token is invalid. `doubtful`: the provider treats an expired token as a visitor, so that its answer looks like
 * missing rights; a session that cannot tell takes it for rejected.
 */
export type TokenVerdict = 'accepted' | 'rejected' | 'doubtful';

/** The login of one server, shared by all of its projects. */
export interface Session {
  /**
   * Calls with a valid token, and once more with a new one when the answer says that the token was none. The second answer counts,
   * whatever it is. @throws {ProviderError} sign_in when the password is wrong, and from then on until the server is edited
   */
  use<T>(call: (token: string) => Promise<T>, judge: (answer: T) => TokenVerdict): Promise<T>;
}

interface CurrentToken {
  token: string;
  renewAt: number;
}

const HOUR_MS = 3_600_000;
const MIN_LIFE_MS = 10 * 60_000;

/** `signIn` asks the provider for a token. It runs once at a time, and its result is for all who wait. */
export function createSession({
  store,
  signIn,
  now = Date.now,
}: {
  store: TokenStore;
  signIn: () => Promise<IssuedToken>;
  now?: () => number;
}): Session {
  let current: CurrentToken | null = null;
  let renewal: Promise<CurrentToken> | null = null;

  function valid(): Promise<CurrentToken> {
    if (current && now() < current.renewAt) return Promise.resolve(current);
    return renew(current?.token ?? null);
  }

  /** A token other than `old`: one that another process has stored, or a new one. */
  function renew(old: string | null): Promise<CurrentToken> {
    if (current && current.token !== old && now() < current.renewAt) return Promise.resolve(current);
    renewal ??= findOrIssue(old).finally(() => {
      renewal = null;
    });
    return renewal;
  }

  async function findOrIssue(old: string | null): Promise<CurrentToken> {
    const { issued, problem } = await store.read();
    if (problem !== null) throw wrongPassword(problem);
    if (issued && issued.token !== old) {
      const renewAt = issued.expiresAt === null ? Infinity : issued.expiresAt.getTime() - HOUR_MS;
      if (now() < renewAt) return (current = { token: issued.token, renewAt });
    }
    const issuedAt = now();
    const fresh = await issue();
    await store.save(fresh);
    return (current = { token: fresh.token, renewAt: issuedAt + lifeOf(fresh, issuedAt) });
  }

  async function issue(): Promise<IssuedToken> {
    try {
      return await signIn();
    } catch (error) {
      if (error instanceof ProviderError && error.outcome === 'sign_in') await store.stop(error.message);
      throw error;
    }
  }

  return {
    async use(call, judge) {
      const { token } = await valid();
      const answer = await call(token);
      if (judge(answer) === 'accepted') return answer;
      return call((await renew(token)).token);
    },
  };
}

/** Until an hour before the end, or until the half of a short life. The provider's clock may be wrong, so never less than ten minutes. */
function lifeOf({ expiresAt }: IssuedToken, issuedAt: number): number {
  if (expiresAt === null) return Infinity;
  const life = expiresAt.getTime() - issuedAt;
  return Math.max(life - HOUR_MS, life / 2, MIN_LIFE_MS);
}

/** The provider does not take the login. Trying again would lock the account, so nobody does before the server is edited. */
export function wrongPassword(message: string, cause?: unknown): ProviderError {
  return new ProviderError({ outcome: 'sign_in', code: 'field_sync.provider_sign_in', message }, cause);
}
