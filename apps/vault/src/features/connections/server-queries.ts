import type pg from 'pg';
import type { TableName } from '@cairn/geo';

const NO_PRIVILEGE = '42501';

/** The server's system_identifier; null when the login may not read it. */
export async function readServerIdentifier(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client
    .query<{ id: string }>('SELECT system_identifier::text AS id FROM pg_catalog.pg_control_system()')
    .catch((error: { code?: string }) => {
      if (error.code !== NO_PRIVILEGE) throw error;
      return { rows: [] };
    });
  return rows[0]?.id ?? null;
}

export async function readDatabaseName(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database()::text AS name');
  return rows[0]!.name;
}

/** What became of a transaction: `committed`, `aborted` or `in progress`; null when the server no longer knows. */
export async function readTransactionStatus(
  client: pg.ClientBase,
  transactionId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ status: string | null }>(
    'SELECT pg_xact_status($1::xid8) AS status',
    [transactionId],
  );
  return rows[0]?.status ?? null;
}

/** Whether a transaction was committed whose answer was lost. */
export async function isTransactionCommitted(client: pg.ClientBase, transactionId: string): Promise<boolean> {
  return (await readTransactionStatus(client, transactionId)) === 'committed';
}

/**
 * Tables with rows of the given ones: those that they are partitions of or inherit to, and those that are theirs. A change of a
 * partition changes the partitioned table.
 */
export async function listRelatedTables(client: pg.ClientBase, names: TableName[]): Promise<TableName[]> {
  const { rows } = await client.query<TableName>(
    `WITH RECURSIVE named AS (
       SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN unnest($1::text[], $2::text[]) AS x (schema, name) ON n.nspname = x.schema AND c.relname = x.name
     ), above AS (
       SELECT oid FROM named UNION SELECT i.inhparent FROM above JOIN pg_inherits i ON i.inhrelid = above.oid
     ), below AS (
       SELECT oid FROM named UNION SELECT i.inhrelid FROM below JOIN pg_inherits i ON i.inhparent = below.oid
     )
     SELECT n.nspname::text AS schema, c.relname::text AS "table"
       FROM (SELECT oid FROM above UNION SELECT oid FROM below) related
         JOIN pg_class c ON c.oid = related.oid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind IN ('r', 'p', 'f', 'v', 'm')`,
    [names.map(({ schema }) => schema), names.map(({ table }) => table)],
  );
  return [...names, ...rows.filter((row) => !names.some((name) => isSame(name, row)))];
}

function isSame(a: TableName, b: TableName): boolean {
  return a.schema === b.schema && a.table === b.table;
}
