import type pg from 'pg';

/** Bytes of each table, by its name as pg_dump tells it. */
export type TableSizes = Map<string, number>;

const LOCK_WAIT_MS = 500;
/** lock_not_available */
const LOCKED = '55P03';

/** Sizes wait for locks; where somebody holds one for long the planner's idea of the sizes must do. */
export async function readTableSizes(client: pg.ClientBase): Promise<TableSizes> {
  const select = (bytes: string) => `
    SELECT n.nspname || '.' || c.relname AS name, (${bytes})::float8 AS bytes
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'm') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'`;
  await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
  const { rows } = await client
    .query<{ name: string; bytes: number | null }>(select('pg_table_size(c.oid)'))
    .catch((error: { code?: string }) => {
      if (error.code !== LOCKED) throw error;
      return client.query<{ name: string; bytes: number | null }>(select('c.relpages * 8192'));
    });
  return new Map(rows.map(({ name, bytes }) => [name, Math.max(bytes ?? 0, 1)]));
}

/** Follows a dump: what pg_dump says of the tables that it begins, and what the server says of the one under way. */
export function createDumpProgress(sizes: TableSizes) {
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) || 1;
  let done = 0;
  let current: { name: string; bytes: number } | null = null;
  let within = 0;

  return {
    /** A line of `pg_dump --verbose`; the table that begins, if it tells of one. */
    hear(line: string): string | null {
      const name = /dumping contents of table "(.+)"$/.exec(line)?.[1];
      if (name === undefined) return null;
      done += current?.bytes ?? 0;
      current = { name, bytes: sizes.get(name) ?? 0 };
      within = 0;
      return name;
    },
    /** Bytes that the server has sent of the table under way. */
    sent(bytes: number): void {
      within = Math.min(bytes, current?.bytes ?? 0);
    },
    /** 0 to 1. */
    share: (): number => Math.min(1, (done + within) / total),
  };
}

/** Bytes of the table that a session of this name is copying out; null when none is, or when the server cannot tell (before 14). */
export async function readBytesSent(client: pg.ClientBase, applicationName: string): Promise<number | null> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT p.bytes_processed::float8 AS bytes FROM pg_stat_progress_copy p JOIN pg_stat_activity a USING (pid)
      WHERE a.application_name = $1`,
    [applicationName],
  );
  return rows[0]?.bytes ?? null;
}
