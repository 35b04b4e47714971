import { recordAudit as record } from '@cairn/audit';
import type { AuditRecord as CommonRecord } from '@cairn/audit';
import type { Db } from '../../db/schema.ts';

/** Changes of what field-sync stores, operations on services of projects, and each time a secret was shown. */
export type AuditEventName =
  | `${'server' | 'database_link' | 'file_target' | 'catalog_node' | 'map_store' | 'project' | 'user' | 'group'}.${'created' | 'changed' | 'deleted'}`
  | `${'server' | 'database_link' | 'file_target' | 'catalog_node' | 'map_store' | 'project'}.secret_shown`
  | 'map_store.layer_created'
  | 'project.published'
  | `file_target.${'started' | 'stopped' | 'host_key_accepted'}`
  | `service.${'enabled' | 'disabled' | 'started' | 'stopped' | 'restarted' | 'configured'}`
  | `plan.${'approved' | 'dismissed'}`
  | `conflict.${'kept' | 'restored'}`
  | `database.${'created' | 'dropped'}`
  | 'snapshots.removed'
  | 'log.emptied'
  | `session.${'started' | 'ended' | 'refused'}`
  | 'administrator.bootstrapped';

export interface AuditRecord extends Pick<CommonRecord, 'cause' | 'details'> {
  event: AuditEventName;
  objectId?: number;
  /** The name of what it concerns. */
  subject: string;
}

/** Adds one event, in the transaction of the change. */
export function recordAudit(trx: Db, { objectId, subject, ...event }: AuditRecord): Promise<void> {
  return record(trx, { ...event, columns: { object_id: objectId ?? null, subject } });
}
