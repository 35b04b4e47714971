import type { DbadminOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { AuditEvent, AuditFilter } from './repo.ts';

export function auditRoutes({
  listAuditEvents,
}: {
  listAuditEvents(filter: AuditFilter): Promise<AuditEvent[]>;
}): Handlers<DbadminOperations, 'listAudit'> {
  return {
    async listAudit({ query }) {
      const events = await listAuditEvents({
        limit: query.limit ?? 50,
        ...(query.before === undefined ? {} : { before: query.before }),
        ...(query.connection_id === undefined ? {} : { connectionId: query.connection_id }),
      });
      return {
        items: events.map((event) => ({
          id: event.id,
          at: event.at.toISOString(),
          event: event.event,
          actor_id: event.actorId,
          actor_name: event.actorName,
          connection_id: event.connectionId,
          subject: event.subject,
          details: event.details,
        })),
      };
    },
  };
}
