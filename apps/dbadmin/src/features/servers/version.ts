import type pg from 'pg';

/** The version of a server as a number, such as 150004. */
export async function serverVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: string }>(
    "SELECT current_setting('server_version_num') AS version",
  );
  return Number(rows[0]?.version);
}
