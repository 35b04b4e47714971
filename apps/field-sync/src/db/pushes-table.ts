import type { Generated } from 'kysely';
import type { Created } from './column-types.ts';

export type PushStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export interface PushesTable {
  id: Generated<number>;
  project_id: number;
  file_target_id: number;
  job_id: number | null;
  seq: number;
  status: Generated<PushStatus>;
  fence: Generated<number>;
  total_files: number | null;
  files: Generated<number>;
  bytes: Generated<number>;
  deleted: Generated<number>;
  exit_code: number | null;
  log: Generated<string>;
  error_code: string | null;
  error: string | null;
  requested_by: string | null;
  created_at: Created;
  started_at: Date | null;
  finished_at: Date | null;
}
