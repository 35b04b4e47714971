import { recordAudit as record } from '@cairn/audit';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';

/** Changes of servers, downloads of data, and access to servers. */
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
  /** The name of the changed object. */
  subject?: string;
  /** Never a secret. */
  details?: Record<string, unknown>;
}

/** Adds one event; in the transaction of the change where there is one. */
export function recordAudit(db: Db, { connectionId, subject, ...event }: AuditRecord): Promise<void> {
  const columns = { connection_id: connectionId ?? null, subject: subject ?? null };
  return record(db, { ...event, columns });
}
