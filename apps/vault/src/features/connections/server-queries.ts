import type pg from 'pg';

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

/** Whether a transaction was committed whose answer was lost. */
export async function isTransactionCommitted(client: pg.ClientBase, transactionId: string): Promise<boolean> {
  const { rows } = await client.query<{ status: string | null }>(
    'SELECT pg_xact_status($1::xid8) AS status',
    [transactionId],
  );
  return rows[0]?.status === 'committed';
}

export async function ping(client: pg.ClientBase): Promise<void> {
  await client.query('SELECT 1');
}
