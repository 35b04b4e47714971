export interface RunTotalsTable {
  project_id: number;
  outcome: string;
  error_code: string;
  runs: number;
  bytes: number;
  inserted: number;
  updated: number;
  deleted: number;
  conflicts: number;
}
