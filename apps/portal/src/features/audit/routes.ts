import type { PortalOperations, PortalSchemas } from '@cairn/contracts';
import { badRequest } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { AuditService } from './service.ts';
import { AUDIT_EVENTS } from './types.ts';
import type { AuditEvent } from './types.ts';

export function auditRoutes({ audit }: { audit: AuditService }): Handlers<PortalOperations, 'listAudit'> {
  return {
    async listAudit({ query }) {
      const page = await audit.list({
        limit: query.limit ?? 50,
        ...(query.cursor === undefined ? {} : { cursor: query.cursor }),
        ...(query.event === undefined ? {} : { event: query.event }),
        ...(query.actor === undefined ? {} : { actor: query.actor }),
        ...(query.search === undefined ? {} : { search: query.search }),
        ...(query.since === undefined ? {} : { since: timeOf(query.since) }),
        ...(query.until === undefined ? {} : { until: timeOf(query.until) }),
      });
      return { items: page.events.map(toEventBody), next_cursor: page.nextCursor, events: [...AUDIT_EVENTS] };
    },
  };
}

/** The contract's date-time knows leap seconds, which dates do not. */
function timeOf(text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw badRequest(
    'portal.bad_time',
    `"${text}" is not a valid time. Use a format such as 2027-06-30T12:00:00Z.`,
  );
}

function toEventBody(event: AuditEvent): PortalSchemas['AuditEvent'] {
  return {
    id: event.id,
    at: event.at.toISOString(),
    event: event.event,
    actor_id: event.actorId,
    actor_name: event.actorName,
    subject_type: event.subjectType,
    subject_id: event.subjectId,
    subject_name: event.subjectName,
    ip: event.ip,
    request_id: event.requestId,
    details: event.details,
  };
}
