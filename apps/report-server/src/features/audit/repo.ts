import { recordAudit as record } from '@cairn/audit';
import type { AuditRecord as CommonRecord } from '@cairn/audit';
import type { Db } from '../../db/schema.ts';

/** Changes of what the report server stores, and data that left it. */
export type AuditEventName =
  | `datasource.${'created' | 'changed' | 'deleted' | 'adopted'}`
  | `row_policy.${'created' | 'changed' | 'deleted'}`
  | 'data.exported'
  | `view.${'saved' | 'deleted'}`
  | `dashboard.${'created' | 'changed' | 'deleted' | 'restored'}`
  | `report.${'created' | 'changed' | 'archived' | 'executed'}`
  | `embed_token.${'created' | 'revoked'}`;

export interface AuditRecord extends Pick<CommonRecord, 'cause' | 'details'> {
  event: AuditEventName;
  /** Id of the datasource, report, view, dashboard or token. */
  objectId: number;
  /** Its key or title. */
  subject: string;
}

/** Adds one event, in the transaction of the change. */
export function recordAudit(trx: Db, { objectId, subject, ...event }: AuditRecord): Promise<void> {
  return record(trx, { ...event, columns: { object_id: objectId, subject } });
}
