import type { PortalOperations } from '@cairn/contracts';
import { badRequest } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { AuditService } from './service.ts';
import { AUDIT_EVENTS } from './types.ts';

export function auditRoutes({ audit }: { audit: AuditService }): Handlers<PortalOperations, 'listAudit'> {
  return {
    async listAudit({ query: { limit = 50, since, until, ...filter } }) {
      const times = { since: toTime(since), until: toTime(until) };
      const { events, nextCursor } = await audit.list({ ...filter, ...times, limit });
      return {
        items: events.map((event) => ({ ...event, at: event.at.toISOString() })),
        next_cursor: nextCursor,
        events: [...AUDIT_EVENTS],
      };
    },
  };
}

/** The contract's date-time allows leap seconds, which dates do not. */
function toTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  throw badRequest(
    'portal.bad_time',
    `"${text}" is not a valid time. Use a format such as 2027-06-30T12:00:00Z.`,
  );
}
