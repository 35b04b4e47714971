import type { PortalOperations, PortalSchemas } from '@cairn/contracts';
import { AppError, auditContext } from '@cairn/service';
import type { AccessGuard, Actor, Handlers } from '@cairn/service';
import type { Request } from 'express';
import type { AccountService } from './service.ts';
import { signedInId, signedInSession } from '../sessions/signed-in.ts';

interface AccountRoutes {
  account: AccountService;
  guard: AccessGuard;
  databaseConfigured: boolean;
}

export function accountRoutes({
  account,
  guard,
  databaseConfigured,
}: AccountRoutes): Handlers<PortalOperations, 'me' | 'changePassword'> {
  return {
    async me(_input, _actor, call) {
      if (!databaseConfigured) return stateOf(null);
      const actor = await lookUp(guard, call.request);
      return stateOf(actor.kind === 'user' ? actor : null);
    },
    async changePassword({ body }, actor, call) {
      await account.changePassword(
        {
          userId: signedInId(actor),
          currentPassword: body.current_password,
          newPassword: body.new_password,
          sessionId: signedInSession(actor),
          keepTokens: body.keep_tokens === true,
        },
        auditContext(actor, call),
      );
      return { status: 'ok' };
    },
  };
}

/** A failed look-up is an error: "anonymous" would sign the user out of all open pages. */
async function lookUp(guard: AccessGuard, request: Request): Promise<Actor> {
  try {
    return await guard.identify(request);
  } catch (cause) {
    throw new AppError({
      kind: 'internal',
      code: 'portal.lookup_failed',
      message: 'The credentials could not be checked. Try again.',
      cause,
    });
  }
}

function stateOf(actor: Actor | null): PortalSchemas['Me'] {
  return {
    authenticated: actor !== null,
    user:
      actor && actor.id !== null
        ? {
            id: actor.id,
            username: actor.username ?? '',
            email: actor.email ?? '',
            groups: actor.groups,
            group_ids: actor.groupIds,
          }
        : null,
    admin: actor?.isAdmin ?? false,
    server_time: new Date().toISOString(),
  };
}
