import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';

/** Recorded are changes of servers, downloads of data, and access to servers. */
export type AuditEventName =
  | `connection.${'created' | 'changed' | 'deleted'}`
  | `database.${'registered' | 'unregistered' | 'creation_asked' | 'clone_asked' | 'deletion_asked'}`
  | `backup.${'asked' | 'downloaded' | 'deleted' | 'restore_asked'}`
  | 'import.asked'
  | `role.${'created' | 'changed' | 'dropped' | 'member_added' | 'member_removed'}`
  | `grant.${'given' | 'changed' | 'revoked'}`
  | `rule.${'created' | 'changed' | 'deleted' | 'ordered' | 'applied' | 'apply_failed' | 'undone'}`
  | `setting.${'changed' | 'undone'}`
  | `terminal.${'opened' | 'command'}`
  | 'login.handed_out';

export interface AuditRecord {
  event: AuditEventName;
  cause: AuditContext;
  connectionId?: number | null;
  /** The name of what was changed. */
  subject?: string;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

export interface AuditEvent {
  id: number;
  at: Date;
  event: string;
  actorId: number | null;
  actorName: string | null;
  connectionId: number | null;
  subject: string | null;
  details: Record<string, unknown>;
}

export interface AuditFilter {
  limit: number;
  before?: number;
  connectionId?: number;
}

/** Adds one event; in the transaction of the change where there is one. */
export async function recordAudit(
  db: Db,
  { event, cause, connectionId, subject, details = {} }: AuditRecord,
): Promise<void> {
  await db
    .insertInto('audit_events')
    .values({
      event,
      actor_id: cause.actorId,
      actor_name: cause.actorName,
      connection_id: connectionId ?? null,
      subject: subject ?? null,
      ip: cause.ip,
      request_id: cause.requestId,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Events newest first. */
export async function findAuditEvents(db: Db, filter: AuditFilter): Promise<AuditEvent[]> {
  let query = db.selectFrom('audit_events').selectAll().orderBy('id', 'desc').limit(filter.limit);
  if (filter.before !== undefined) query = query.where('id', '<', filter.before);
  if (filter.connectionId !== undefined) query = query.where('connection_id', '=', filter.connectionId);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    event: row.event,
    actorId: row.actor_id,
    actorName: row.actor_name,
    connectionId: row.connection_id,
    subject: row.subject,
    details: row.details,
  }));
}
