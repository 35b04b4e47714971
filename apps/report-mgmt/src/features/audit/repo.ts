import { recordAudit as record } from '@cairn/audit';
import type { AuditRecord as CommonRecord } from '@cairn/audit';
import type { Db } from '../../db/schema.ts';

/** Changes of what report management stores. */
export type AuditEventName =
  | `definition.${'published' | 'changed' | 'deleted' | 'restored'}`
  | `schedule.${'created' | 'changed' | 'deleted' | 'paused' | 'resumed' | 'started' | 'tested'}`
  | `recipient.${'saved' | 'deleted' | 'lifted'}`
  | `email_template.${'saved' | 'deleted' | 'tested'}`
  | `delivery.${'repeated' | 'downloaded'}`
  | 'resources.synced';

export interface AuditRecord extends Pick<CommonRecord, 'cause' | 'details'> {
  event: AuditEventName;
  /** Id of the schedule, recipient or template; definitions have keys. */
  objectId?: number;
  /** The key of the report, the address, or the name of the template. */
  subject: string;
}

/** Adds one event, in the transaction of the change. */
export function recordAudit(trx: Db, { objectId, subject, ...event }: AuditRecord): Promise<void> {
  return record(trx, { ...event, columns: { object_id: objectId ?? null, subject } });
}
