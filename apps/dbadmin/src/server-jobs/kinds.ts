/** Kinds of jobs, as the list shows them. */
export const KINDS = {
  create: 'database.create',
  clone: 'database.clone',
  delete: 'database.delete',
  backup: 'database.backup',
  restore: 'database.restore',
  import: 'database.import',
} as const;

/** Enough for a server to restart: retries wait 2 + 4 + 8 + 16 seconds. */
export const MAX_ATTEMPTS = 5;

/** What every payload contains: ids and names, never secrets. */
export interface JobPayload {
  /** For people: "Back up roads". */
  title: string;
  /** The name of the user who requested it. */
  requested_by: string | null;
  connection_id: number;
  /** The database that the job creates or changes. */
  database_id: number;
}
