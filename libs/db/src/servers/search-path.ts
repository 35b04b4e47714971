import type pg from 'pg';

/**
 * Looks up names without a schema in pg_catalog only. Otherwise a better matching function or operator in a schema of the database
 * would run with our rights. Objects of extensions must be named with their schema.
 */
export async function useServerSearchPath(
  client: pg.ClientBase,
  options: { answerTimeoutMs?: number | undefined } = {},
): Promise<void> {
  const { answerTimeoutMs: query_timeout } = options;
  const statement = { text: 'SET search_path TO pg_catalog', ...(query_timeout ? { query_timeout } : {}) };
  await client.query(statement);
}

/**
 * Looks up names as the database is configured, which triggers of its tables rely on, until the transaction ends or
 * `useServerSearchPath` is called. Statements meanwhile must name the schema of everything they use, operators and types included.
 */
export async function useDatabaseSearchPath(client: pg.ClientBase): Promise<void> {
  await client.query('SET LOCAL search_path TO DEFAULT');
}
