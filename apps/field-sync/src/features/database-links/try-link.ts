import { explainConnectionError, isPowerfulLogin } from '@cairn/db';
import type { ServerAddress } from '@cairn/db';
import { AppError } from '@cairn/service';
import { openLinkSession } from './link-session.ts';
import type { LinkSessionDeps } from './link-session.ts';

const ANSWER_MS = 5_000;

/**
 * Signs in to the database of a link that is being saved. Returns what a person should know: that it does not answer, or that its login
 * has more rights than the tables need. Null when all is well.
 * @throws {AppError} bad_request for a database of the platform, and for a host that may not be called; unavailable as long as it is not
 *   known whether it is one of the platform
 */
export async function tryLink(deps: LinkSessionDeps, address: ServerAddress): Promise<string | null> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const options = { applicationName: 'cairn field sync', signal, statementTimeoutMs: ANSWER_MS };
    const { client, close } = await openLinkSession(deps, address, options);
    try {
      return (await isPowerfulLogin(client)) ? tooPowerful(address.user) : null;
    } finally {
      await close();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    return `Signing in there failed: ${explainConnectionError(error, address).sentence}`;
  }
}

function tooPowerful(user: string): string {
  return `"${user}" is a superuser, can become one, or reaches files and programs of the database server, and triggers of the tables run with its rights. Use a login of its own.`;
}
