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
 * Uses the search path of the database, which triggers of its tables rely on, until the transaction ends or
 * `useServerSearchPath` is called. Until then statements must qualify all names, including operators and types.
 */
export async function useDatabaseSearchPath(client: pg.ClientBase): Promise<void> {
  await client.query('SET LOCAL search_path TO DEFAULT');
}
