import type { Actor } from './actor.ts';
import type { Call } from './handler.ts';

/** Who brings a change about and from where: what the audit keeps beside the change itself. */
export interface AuditContext {
  actorId: number | null;
  actorName: string | null;
  ip: string;
  requestId: string;
}

/** The cause of what a call changes; a service is named `service:<name>`. */
export function auditContext(actor: Actor, call: Call): AuditContext {
  return {
    actorId: actor.id,
    actorName: actor.kind === 'service' ? `service:${actor.service}` : actor.username,
    ip: call.ip,
    requestId: call.requestId,
  };
}
