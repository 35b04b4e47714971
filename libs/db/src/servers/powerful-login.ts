import type pg from 'pg';

/** Roles that lead to the rights of the account that the server runs under. */
const POWERFUL = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];

/**
 * Whether the login of a session is a superuser or can become one, or may reach files and programs of the server: code of others
 * that runs in that session would have the server.
 */
export async function isPowerfulLogin(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_powerful: boolean }>(
    // Before PostgreSQL 16 a role that may create roles may make any role a member of the powerful ones.
    `SELECT EXISTS (SELECT FROM pg_catalog.pg_roles r
       WHERE (r.rolsuper OR r.rolname = ANY ($1::text[])
           OR (r.rolcreaterole AND pg_catalog.current_setting('server_version_num')::int < 160000))
         AND pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER')
     ) AS is_powerful`,
    [POWERFUL],
  );
  return rows[0]?.is_powerful !== false;
}
