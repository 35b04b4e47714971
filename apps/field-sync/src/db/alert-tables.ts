import type { Generated } from 'kysely';
import type { Created } from './column-types.ts';

export type MailStatus = 'queued' | 'sending' | 'sent' | 'rejected' | 'failed' | 'unknown';

export interface AlertsTable {
  project_id: number;
  code: string;
  reason: string;
  since: Date;
  seen_at: Generated<Date>;
  mailed_codes: Generated<string[]>;
  clear_since: Date | null;
}

export interface ConflictAlertsTable {
  project_id: number;
  conflicts: number;
  since: Generated<Date>;
  mailed_at: Date | null;
}

export interface AlertMailsTable {
  id: Generated<string>;
  project_ids: number[];
  recipient_name: string;
  address: string;
  subject: string;
  html: string;
  text: string;
  status: Generated<MailStatus>;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  reply: string | null;
  created_at: Created;
  finished_at: Date | null;
}
