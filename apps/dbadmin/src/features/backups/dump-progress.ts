import type pg from 'pg';

/** Bytes of each table, by name as pg_dump writes it. */
export type TableSizes = Map<string, number>;

const LOCK_WAIT_MS = 500;
/** lock_not_available */
const LOCKED = '55P03';

/** Reading sizes waits for locks; when one is held for long, the estimates of the planner are used. */
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

/** Follows a dump by the tables that pg_dump starts, and by what the server reports of the current one. */
export function createDumpProgress(sizes: TableSizes) {
  const total = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) || 1;
  let done = 0;
  let current: { name: string; bytes: number } | null = null;
  let within = 0;

  return {
    /** Takes a line of `pg_dump --verbose`. Returns the table that it starts, if any. */
    addLine(line: string): string | null {
      const name = /dumping contents of table "(.+)"$/.exec(line)?.[1];
      if (name === undefined) return null;
      done += current?.bytes ?? 0;
      current = { name, bytes: sizes.get(name) ?? 0 };
      within = 0;
      return name;
    },
    /** Takes the bytes that the server has sent of the current table. */
    addBytes(bytes: number): void {
      within = Math.min(bytes, current?.bytes ?? 0);
    },
    /** 0 to 1. */
    share: (): number => Math.min(1, (done + within) / total),
  };
}

/** The bytes that the session of this name has copied out of its table; null when it copies nothing, or before PostgreSQL 14. */
export async function readBytesSent(client: pg.ClientBase, applicationName: string): Promise<number | null> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT p.bytes_processed::float8 AS bytes FROM pg_stat_progress_copy p JOIN pg_stat_activity a USING (pid)
      WHERE a.application_name = $1`,
    [applicationName],
  );
  return rows[0]?.bytes ?? null;
}
