import type { SafeFetch } from '@cairn/service';
import { createProviderClient } from '../provider-client.ts';
import type { ProviderClient } from '../provider-client.ts';
import type { Session } from '../sign-in.ts';
import { probedSession } from './probed-session.ts';

interface MerginClientDeps {
  fetch: SafeFetch;
  /** Without a slash at the end. */
  url: string;
  /** The login; its sign-in makes calls of this client. */
  openSession(send: ProviderClient['send']): Session;
  now(): Date;
}

/**
 * The calls to a Mergin Maps server. 401, 403 and 404 may mean that the token has expired, so each of them is doubtful. No cookies are
 * kept: one named `session` would make the server check for CSRF.
 */
export function createMerginClient({ openSession, ...deps }: MerginClientDeps): ProviderClient {
  const authorize = (token: string) => `Bearer ${token}`;

  async function isNobody(token: string): Promise<boolean> {
    const headers = { authorization: authorize(token) };
    // The one list that says 401 to nobody; other calls answer with what is public.
    const { status } = await client.send({ path: '/v1/workspaces', headers });
    return status !== 200;
  }

  const session = openSession((request) => client.send(request));
  const client: ProviderClient = createProviderClient({
    ...deps,
    session: probedSession(session, isNobody),
    authorize,
    judgeStatus: (status) => ([401, 403, 404].includes(status) ? 'doubtful' : 'accepted'),
  });
  return client;
}
