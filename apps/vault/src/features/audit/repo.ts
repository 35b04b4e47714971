import { recordAudit as record } from '@cairn/audit';
import type { AuditRecord as CommonRecord } from '@cairn/audit';
import type { Db } from '../../db/handle.ts';

/** Changes of datasets, folders, database connections and their tables, and map servers. The portal records how they are shared, dbadmin the logins for its databases. */
export type AuditEventName =
  | `dataset.${'created' | 'described' | 'renamed' | 'moved' | 'archived' | 'restored' | 'cloned' | 'deleted'}`
  | `version.${'created' | 'rolled_back' | 'loaded' | 'published' | 'unpublished' | 'deleted'}`
  | `publication.${'created' | 'changed' | 'ended' | 'token_created' | 'token_revoked'}`
  | `folder.${'created' | 'changed' | 'archived' | 'restored'}`
  | `connection.${'created' | 'changed' | 'deleted'}`
  | `map_server.${'created' | 'changed' | 'deleted'}`
  | 'database.loaded'
  | `row.${'inserted' | 'updated' | 'deleted'}`;

export interface AuditRecord extends Pick<CommonRecord, 'cause' | 'details'> {
  event: AuditEventName;
  datasetId?: number;
  /** The name of the dataset, folder, connection, map server or table. */
  subject: string;
}

/** Adds one event, in the transaction of the change. */
export function recordAudit(trx: Db, { datasetId, subject, ...event }: AuditRecord): Promise<void> {
  return record(trx, { ...event, columns: { dataset_id: datasetId ?? null, subject } });
}
