import { ProviderError } from '../errors.ts';
import { isToken } from '../check-answer.ts';
import { damaged, failureOfAnswer, wordsOf } from '../outcome.ts';
import type { ProviderAnswer } from '../outcome.ts';
import { parseJson } from '../provider-client.ts';
import type { ProviderRequest } from '../provider-client.ts';
import { wrongPassword } from '../sign-in.ts';
import type { IssuedToken } from '../sign-in.ts';
import { toDate } from './versions.ts';

/**
 * A token for a user name or a mail address, usually valid for twelve hours; it cannot be extended.
 * @throws {ProviderError} sign_in for a wrong password
 */
export async function signInToMerginMaps(
  send: (request: ProviderRequest) => Promise<ProviderAnswer>,
  { username, password, now }: { username: string; password: string; now: Date },
): Promise<IssuedToken> {
  const answer = await send({ method: 'POST', path: '/v1/auth/login', json: { login: username, password } });
  if (answer.status === 401) {
    const words = wordsOf(answer) || 'wrong login';
    throw wrongPassword(
      `Mergin Maps rejects the login of ${username} (${words}). Enter user name and password again.`,
    );
  }
  if (answer.status !== 200) throw new ProviderError(failureOfAnswer(answer, now));
  const { session } = parseJson(answer) as { session?: { token?: unknown; expire?: unknown } };
  if (!isToken(session?.token)) throw damaged('a sign-in without a token.');
  return {
    token: session.token,
    expiresAt: typeof session.expire === 'string' ? toDate(session.expire) : null,
  };
}
