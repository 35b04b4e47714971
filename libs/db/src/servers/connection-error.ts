import type { ServerAddress } from './address.ts';
import { UnsafeAuthenticationError } from './client.ts';

export interface ConnectionFailure {
  /** `refused`: the server responded with an error. */
  kind: 'refused' | 'tls' | 'unreachable';
  /** Contains neither the password nor text from the server. */
  sentence: string;
}

type Place = Pick<ServerAddress, 'host' | 'port' | 'database' | 'user'>;

/** Explains an error of `openSession` or of a pool. */
export function explainConnectionError(
  error: unknown,
  { host, port, database, user }: Place,
): ConnectionFailure {
  if (error instanceof UnsafeAuthenticationError) {
    return {
      kind: 'refused',
      sentence: `${host} requests the password by ${error.method} authentication, which would reveal it to an impostor server. Nothing was sent. Have the server use scram-sha-256 for "${user}" (set the password again with password_encryption = scram-sha-256), or choose sslmode verify-full.`,
    };
  }
  const code = (error as { code?: unknown } | null)?.code;
  const sentence = REFUSALS.get(String(code));
  if (sentence) return { kind: 'refused', sentence: sentence({ database, user }) };
  if (/does not support SSL/i.test(String(error))) {
    return {
      kind: 'tls',
      sentence: `${host} does not encrypt connections. Turn on SSL on the server or, if it is on this machine or in a trusted network, choose sslmode disable.`,
    };
  }
  if (/SSL|TLS|certificate/i.test(String(error))) {
    return {
      kind: 'tls',
      sentence: `${host} cannot be reached with this sslmode. Check it, and the server's certificate.`,
    };
  }
  return {
    kind: 'unreachable',
    sentence: `No database responds at ${host}:${port}. Check the address and the server.`,
  };
}

/**
 * Classifies an error during a session: `lost` when the connection broke, `slow` when a response took too long, null for errors of
 * the statement itself.
 */
export function classifySessionError(error: unknown): 'lost' | 'slow' | null {
  const { code, message = '' } = error as { code?: string; message?: string };
  const isLost =
    /^(57P|08)/.test(code ?? '') ||
    /ECONNRESET|EPIPE|Connection terminated|connection was ended|not queryable/.test(`${code} ${message}`);
  if (isLost) return 'lost';
  return code === '57014' || message === 'Query read timeout' ? 'slow' : null;
}

const REFUSALS = new Map<string, (at: { database: string; user: string }) => string>([
  ['28P01', ({ user }) => `The database server refuses the password of "${user}"; check user and password.`],
  ['28000', ({ user }) => `The database server does not let "${user}" in from here; ask its administrator.`],
  ['3D000', ({ database }) => `There is no database "${database}" on the server; check its name.`],
  ['42501', ({ user, database }) => `"${user}" may not connect to "${database}"; ask its administrator.`],
  ['53300', () => 'The database server has no connection left; try again later.'],
]);
