import type { Request } from 'express';
import type { PortalSchemas } from '@cairn/contracts';
import { ANONYMOUS, AppError, unavailable } from '@cairn/service';
import type { Actor } from '@cairn/service';
import { forwardableCredential } from './credentials.ts';

const DEADLINE_MS = 2_000;

/**
 * Identifies the caller of a request through the portal, for services that cannot reach the database.
 * @throws {AppError} unavailable when the portal does not respond within 2 s
 */
export async function fetchPortalIdentity(meUrl: string, request: Request): Promise<Actor> {
  const credential = forwardableCredential(request.headers);
  let state: PortalSchemas['Me'];
  try {
    const response = await fetch(meUrl, {
      headers: { accept: 'application/json', ...credential },
      redirect: 'error',
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (!response.ok)
      throw unavailable('auth.portal_failed', `The portal responded with ${response.status}.`);
    state = (await response.json()) as PortalSchemas['Me'];
  } catch (cause) {
    throw new AppError({
      kind: 'unavailable',
      code: 'auth.portal_unreachable',
      message: 'Sign-in cannot be checked right now. Try again shortly.',
      cause,
    });
  }
  return state.authenticated && state.user
    ? actorOf(state.user, state.admin, 'authorization' in credential)
    : ANONYMOUS;
}

function actorOf(user: PortalSchemas['MeUser'], isAdmin: boolean, byToken: boolean): Actor {
  return {
    kind: 'user',
    id: user.id ?? null,
    username: user.username,
    email: user.email || null,
    isAdmin,
    groups: user.groups,
    groupIds: user.group_ids ?? [],
    via: byToken ? 'token' : 'session',
    credentialId: null,
    service: null,
  };
}
