import pg from 'pg';

/** How often the server looks whether we are still there, in milliseconds. */
const INTERVAL_MS = 2_000;

/**
 * Lets the server end a statement soon when this process or its machine is gone, instead of when it has a result. Servers
 * before PostgreSQL 14, and on systems that cannot tell, go on as they are.
 */
export async function stopWithClient(
  client: pg.ClientBase,
  { answerTimeoutMs: query_timeout }: { answerTimeoutMs: number },
): Promise<void> {
  const text = `SELECT pg_catalog.set_config(name, '${INTERVAL_MS}', false) FROM pg_catalog.pg_settings
    WHERE name OPERATOR(pg_catalog.=) 'client_connection_check_interval'`;
  try {
    await client.query({ text, query_timeout } as pg.QueryConfig);
  } catch (error) {
    // The system of the server cannot tell.
    if (!(error instanceof pg.DatabaseError)) throw error;
  }
}
