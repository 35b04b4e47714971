import type { Actor } from './actor.ts';
import type { Call } from './handler.ts';

/** The actor, address and request of a change, for its audit event. */
export interface AuditContext {
  actorId: number | null;
  actorName: string | null;
  ip: string;
  requestId: string;
}

/** The audit context of a call. The actor name of a service is `service:<name>`. */
export function auditContext(actor: Actor, call: Call): AuditContext {
  return {
    actorId: actor.id,
    actorName: actor.kind === 'service' ? `service:${actor.service}` : actor.username,
    ip: call.ip,
    requestId: call.requestId,
  };
}
