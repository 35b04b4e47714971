/** Kinds of jobs, as people see them in the list. */
export const KINDS = {
  create: 'database.create',
  clone: 'database.clone',
  delete: 'database.delete',
  backup: 'database.backup',
  restore: 'database.restore',
  import: 'database.import',
} as const;

/** A server that restarts is back within half a minute: 2 + 4 + 8 + 16 seconds. */
export const MAX_ATTEMPTS = 5;

/** What every payload of ours holds: ids and names, never secrets. */
export interface JobPayload {
  /** For people: "Back up roads". */
  title: string;
  /** Name of who asked. */
  requested_by: string | null;
  connection_id: number;
  /** The database that the job makes or changes. */
  database_id: number;
}
