import type { DbadminOperations } from '@cairn/contracts';
import type { Handlers } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { findAuditEvents } from './repo.ts';

export function auditRoutes({ db }: { db: Db }): Handlers<DbadminOperations, 'listAudit'> {
  return {
    async listAudit({ query }) {
      const events = await findAuditEvents(db, {
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
