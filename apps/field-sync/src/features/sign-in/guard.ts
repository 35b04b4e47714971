import { hashCredential, readSessions, SESSION_COOKIE } from '@cairn/auth';
import type { Auth } from '@cairn/auth';
import { ANONYMOUS, forbidden } from '@cairn/service';
import type { AccessGuard, Actor } from '@cairn/service';
import { parseCookie } from 'cookie';
import type { Request } from 'express';
import type { AuthConfig } from '../../auth-config.ts';
import type { Db } from '../../db/schema.ts';
import { withPerson } from './person.ts';
import { useSession } from './session-repo.ts';

/** Groups of the platform whose members administer, in any case of letters. */
const ADMINISTRATORS = new Set(['administrator', 'administrators', 'admin', 'admins', 'dashboard-admin']);

/** The mode in which a request is answered: the configured one, or central for one with the platform's session cookie. */
export function modeOf(
  { mode, cookieRaises }: Pick<AuthConfig, 'mode' | 'cookieRaises'>,
  { headers }: Pick<Request, 'headers'>,
): AuthConfig['mode'] {
  if (!cookieRaises) return mode;
  return parseCookie(headers.cookie ?? '')[SESSION_COOKIE] ? 'central' : mode;
}

/**
 * Identifies callers by the platform's session in central mode, where only administrators may do anything, and else by a session of
 * field-sync. Other services are known by their tokens in every mode.
 */
export function createFieldSyncGuard({
  signIn,
  auth,
  db,
}: {
  signIn: AuthConfig;
  auth: Auth;
  db: Db;
}): AccessGuard {
  return {
    async identify(request) {
      if (request.headers.authorization !== undefined) {
        const actor = await auth.identify(request);
        if (actor.kind === 'service') return actor;
      }
      const mode = modeOf(signIn, request);
      return mode === 'central'
        ? requireAdministrator(await auth.identify(request))
        : identifyLocally(db, request, { mode, cookie: signIn.sessionCookie });
    },
    // Administrators are not asked for. People who signed in here may use the service; which projects they may read is known to
    // the projects alone, so a contract that asks for a resource lets none of them in.
    allows: async (actor, { resourceType, permission }) =>
      actor.kind === 'user' && resourceType === 'service' && permission === 'view',
  };
}

function requireAdministrator(actor: Actor): Actor {
  if (actor.kind !== 'user') return actor;
  const isAdmin = actor.isAdmin || actor.groups.some((name) => ADMINISTRATORS.has(name.toLowerCase()));
  if (!isAdmin) throw forbidden('access.admin_only', 'Only administrators can do this.');
  return withPerson({ ...actor, isAdmin }, { userId: null, isSuperAdmin: true, source: 'central' });
}

async function identifyLocally(
  db: Db,
  { headers }: Request,
  { mode, cookie }: { mode: 'local' | 'oidc'; cookie: string },
): Promise<Actor> {
  const tokenHashes = readSessions(headers.cookie, cookie).map(hashCredential);
  const session = tokenHashes.length === 0 ? null : await useSession(db, { tokenHashes, mode });
  if (!session) return ANONYMOUS;
  const { userId, name, email, accesslevel, isSuperAdmin } = session;
  const actor: Actor = {
    ...ANONYMOUS,
    ...{ kind: 'user', via: 'session', id: userId, username: name, email },
    isAdmin: accesslevel === 'Admin',
  };
  return withPerson(actor, { userId, isSuperAdmin, source: mode });
}
