import type pg from 'pg';

/**
 * From now on a name without a schema is the server's own. Were names looked up in the schemas of the database, a function or
 * an operator there that fits better would run with our rights. What an extension brings must be named with its schema.
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
 * Looks names up as the database itself would have it, until the transaction ends or `useServerSearchPath` is called: triggers of
 * its tables count on that. What is asked meanwhile must name all that it uses with its schema, operators and types too.
 */
export async function useDatabaseSearchPath(client: pg.ClientBase): Promise<void> {
  await client.query('SET LOCAL search_path TO DEFAULT');
}
