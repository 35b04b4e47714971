import { isToken } from '../check-answer.ts';
import { ProviderError } from '../errors.ts';
import { failureOfAnswer, wordsOf } from '../outcome.ts';
import type { ProviderAnswer } from '../outcome.ts';
import { parseJson } from '../provider-client.ts';
import type { ProviderRequest } from '../provider-client.ts';
import { wrongPassword } from '../sign-in.ts';
import type { IssuedToken } from '../sign-in.ts';

/** How long an account is locked after five wrong passwords. */
const LOCKOUT_MS = 30 * 60_000;

/**
 * A token for a user name or a mail address. Nobody ever signs out: that would end all tokens of the account.
 * @throws {ProviderError} sign_in for a wrong password, later while the account is locked
 */
export async function signInToQFieldCloud(
  send: (request: ProviderRequest) => Promise<ProviderAnswer>,
  { username, password, now }: { username: string; password: string; now: Date },
): Promise<IssuedToken> {
  const name = username.includes('@') ? { email: username } : { username };
  const answer = await send({ method: 'POST', path: '/auth/token/', json: { ...name, password } });
  if (answer.status === 401) throw refused(answer, username);
  if (answer.status !== 200) throw new ProviderError(failureOfAnswer(answer, now));
  const { token, expires_at: expires } = parseJson(answer) as { token?: unknown; expires_at?: unknown };
  if (!isToken(token)) throw new ProviderError(failureOfAnswer({ ...answer, status: 502, text: '' }, now));
  const expiresAt = new Date(typeof expires === 'string' ? expires : Number.NaN);
  return { token, expiresAt: Number.isNaN(expiresAt.getTime()) ? null : expiresAt };
}

function refused(answer: ProviderAnswer, username: string): ProviderError {
  if (!answer.text.includes('too_many_failed_login_attempts')) {
    const words = wordsOf(answer) || 'wrong login';
    return wrongPassword(
      `QFieldCloud rejects the login of ${username} (${words}). Enter user name and password again.`,
    );
  }
  return new ProviderError({
    outcome: 'later',
    code: 'field_sync.provider_account_locked',
    message: `QFieldCloud has locked the account ${username} after too many failed logins. The next attempt follows in half an hour.`,
    retryAfterMs: LOCKOUT_MS,
  });
}
