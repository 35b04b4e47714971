import { findAuditEvents as find, recordAudit as record } from '@cairn/audit';
import type { AuditContext } from '@cairn/service';
import { sql } from 'kysely';
import type { Db } from '../../db/handle.ts';
import type { AuditEventName, AuditFilter, AuditSubject } from './types.ts';

export interface AuditRecord {
  event: AuditEventName;
  cause: AuditContext;
  subject?: AuditSubject;
  details?: Record<string, unknown>;
}

/** Adds one event; called with the transaction of the change, so that both are saved or neither is. */
export function recordAudit(db: Db, { subject, ...event }: AuditRecord): Promise<void> {
  const { type = null, id = null, name = null } = subject ?? {};
  const columns = { subject_type: type, subject_id: id === null ? null : String(id), subject_name: name };
  return record(db, { ...event, columns });
}

/** Events, newest first. */
export function findAuditEvents(db: Db, { search, ...filter }: AuditFilter) {
  type Columns = Record<'subject_type' | 'subject_id' | 'subject_name', string | null>;
  const where = search
    ? sql<boolean>`position(lower(${search}) IN lower(concat_ws(' ', event, actor_name, subject_name))) > 0`
    : undefined;
  return find<Columns>(db, { ...filter, where });
}
