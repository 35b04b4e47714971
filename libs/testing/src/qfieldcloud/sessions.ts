import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { QfcError, sendJson } from './answer.ts';
import type { QfcExchange } from './answer.ts';
import { readFields } from './read-fields.ts';
import type { QfcUser } from './types.ts';

const FAILURE_LIMIT = 5;
const LOCKOUT_MS = 30 * 60_000;
/** Of these a user has one valid token at a time: each login and each use of a token expires the others. */
const SINGLE_TOKEN_CLIENTS = new Set(['qfield', 'qfieldsync', 'unknown']);

interface Token {
  key: string;
  user: QfcUser;
  client: string;
  expiresAt: number;
}

export type Sessions = ReturnType<typeof createSessions>;

/** Users, their tokens and the lockout after failed logins (`authentication/`, django-axes). */
export function createSessions(tokenHours: number) {
  const users = new Map<string, QfcUser>();
  const tokens = new Map<string, Token>();
  /** Failed logins by user name and address. */
  const failures = new Map<string, { count: number; last: number }>();

  function expireOthers(token: Token): void {
    if (!SINGLE_TOKEN_CLIENTS.has(token.client)) return;
    for (const other of tokens.values()) {
      if (other !== token && other.user === token.user && other.client === token.client) expire(other);
    }
  }

  /** @throws {QfcError} authentication_failed, too_many_failed_login_attempts */
  function checkPassword(
    login: { username?: string; email?: string; password: string },
    key: string,
  ): QfcUser {
    const failed = failures.get(key);
    if (failed && failed.count >= FAILURE_LIMIT && Date.now() - failed.last < LOCKOUT_MS) {
      throw new QfcError('too_many_failed_login_attempts');
    }
    const user = login.email
      ? [...users.values()].find(({ email }) => email.toLowerCase() === login.email?.toLowerCase())
      : users.get(login.username ?? '');
    if (user && user.password === login.password) {
      failures.delete(key);
      return user;
    }
    const count = (failed && Date.now() - failed.last < LOCKOUT_MS ? failed.count : 0) + 1;
    failures.set(key, { count, last: Date.now() });
    throw new QfcError(count >= FAILURE_LIMIT ? 'too_many_failed_login_attempts' : 'authentication_failed');
  }

  return {
    users,
    addUser(username: string, password = `Qf-${randomBytes(12).toString('hex')}`): QfcUser {
      const user = { id: users.size + 1, username, email: `${username}@example.org`, password };
      users.set(username, user);
      return user;
    },
    /** Ends tokens of one user, or of all, as time does. */
    expireTokens(username?: string): void {
      for (const token of tokens.values()) {
        if (username === undefined || token.user.username === username) expire(token);
      }
    },
    /** Forgets failed logins, as 30 minutes do. */
    endLockouts(): void {
      failures.clear();
    },
    /** The caller; null without `Authorization: Token …`. @throws {QfcError} token_authentication_failed */
    authenticate(req: IncomingMessage): QfcUser | null {
      const [scheme, key, rest] = (req.headers.authorization ?? '').split(' ');
      if (scheme?.toLowerCase() !== 'token') return null;
      const token = key === undefined || rest !== undefined ? undefined : tokens.get(key);
      if (!token || token.expiresAt <= Date.now()) throw new QfcError('token_authentication_failed');
      expireOthers(token);
      return token.user;
    },
    async login(exchange: QfcExchange): Promise<void> {
      const { username = '', email = '', password } = await readFields(exchange.req);
      if (typeof password !== 'string' || password === '') throw new QfcError('api_error', { status: 400 });
      if (username === '' && email === '') throw new QfcError('authentication_failed');
      const key = `${username || email} ${exchange.req.socket.remoteAddress}`;
      const user = checkPassword({ username, email, password }, key);
      const token: Token = {
        key: randomBytes(75).toString('base64url'),
        user,
        client: clientOf(exchange.req.headers['user-agent'] ?? ''),
        expiresAt: Date.now() + tokenHours * 3_600_000,
      };
      tokens.set(token.key, token);
      expireOthers(token);
      sendJson(exchange.res, 200, {
        token: token.key,
        expires_at: new Date(token.expiresAt).toISOString().replace('Z', '000Z'),
        username: user.username,
        type: '1',
        email: user.email,
        avatar_url: null,
        first_name: '',
        last_name: '',
        full_name: '',
      });
    },
    logout(exchange: QfcExchange): void {
      if (exchange.method !== 'POST') throw new QfcError('api_error', { status: 405 });
      for (const token of tokens.values()) if (token.user === exchange.user) expire(token);
      sendJson(exchange.res, 200, { detail: 'Successfully logged out.' });
    },
  };
}

function expire(token: Token): void {
  token.expiresAt = Math.min(token.expiresAt, Date.now());
}

/** `AuthToken.guess_client_type`. */
function clientOf(userAgent: string): string {
  for (const client of ['qfield', 'sdk', 'cli']) if (userAgent.startsWith(`${client}|`)) return client;
  if (/ QGIS\/[34]\d{4}(\/.*)?$/.test(userAgent)) return 'qfieldsync';
  return /^Mozilla\/5.0 .+?(AppleWebKit\/|Firefox\/)/.test(userAgent) ? 'browser' : 'unknown';
}
