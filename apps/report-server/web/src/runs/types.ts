export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';
export const RUN_STATUSES: readonly RunStatus[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** A run of a report, as `GET /api/v1/executions` lists it. */
export interface Run {
  id: string;
  report: string;
  version: number | null;
  format: string;
  status: RunStatus;
  parameters: Record<string, string[]>;
  requested_by: string | null;
  via: 'session' | 'pat' | 'embed' | 'service';
  rows: number | null;
  pages: number | null;
  bytes: number | null;
  queued_ms: number | null;
  db_ms: number | null;
  render_ms: number | null;
  error: string | null;
  warnings: string[];
  /** Address of the document while it is kept. */
  output: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
}
