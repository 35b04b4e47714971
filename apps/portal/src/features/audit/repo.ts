import { sql } from 'kysely';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { AuditEvent, AuditEventName, AuditFilter, AuditSubject } from './types.ts';

export interface AuditRecord {
  event: AuditEventName;
  cause: AuditContext;
  subject?: AuditSubject;
  details?: Record<string, unknown>;
}

/** Adds one event; called with the transaction of the change, so that both are saved or neither is. */
export async function recordAudit(
  db: Db,
  { event, cause, subject, details = {} }: AuditRecord,
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      event,
      actor_id: cause.actorId,
      actor_name: cause.actorName,
      subject_type: subject?.type ?? null,
      subject_id: subject?.id === null || subject?.id === undefined ? null : String(subject.id),
      subject_name: subject?.name ?? null,
      ip: cause.ip,
      request_id: cause.requestId,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Events newest first, below `beforeId` when given. */
export async function findAuditEvents(db: Db, filter: AuditFilter): Promise<AuditEvent[]> {
  let query = db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(filter.limit);
  if (filter.beforeId !== undefined) query = query.where('id', '<', filter.beforeId);
  if (filter.event) query = query.where('event', '=', filter.event);
  if (filter.actor) query = query.where('actor_name', '=', filter.actor);
  if (filter.since) query = query.where('at', '>=', filter.since);
  if (filter.until) query = query.where('at', '<', filter.until);
  if (filter.search) {
    query = query.where(
      sql<boolean>`position(lower(${filter.search}) IN lower(concat_ws(' ', event, actor_name, subject_name))) > 0`,
    );
  }
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    event: row.event,
    actorId: row.actor_id,
    actorName: row.actor_name,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    ip: row.ip,
    requestId: row.request_id,
    details: row.details,
  }));
}
