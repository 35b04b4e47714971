import type { PortalOperations } from '@cairn/contracts';
import { auditContext } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { signedInId } from './signed-in.ts';
import type { SessionService } from './service.ts';

export function sessionRoutes({
  sessions,
}: {
  sessions: SessionService;
}): Handlers<PortalOperations, 'listSessions' | 'endSession'> {
  return {
    async listSessions(_input, actor) {
      const current = actor.via === 'session' ? actor.credentialId : null;
      const items = await sessions.list(signedInId(actor));
      return {
        sessions: items.map((session) => ({
          id: session.id,
          created_at: session.createdAt.toISOString(),
          last_seen_at: session.lastSeenAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
          ip: session.ip,
          user_agent: session.userAgent,
          current: String(session.id) === current,
        })),
      };
    },
    async endSession({ path }, actor, call) {
      await sessions.end(signedInId(actor), path.id, auditContext(actor, call));
      return undefined;
    },
  };
}
