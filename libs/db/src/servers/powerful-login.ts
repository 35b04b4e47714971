import type pg from 'pg';

/** Roles with which a login can get the rights of the server's operating system account. */
const POWERFUL = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];

/**
 * Whether the login of a session is a superuser or can become one, or may access files and programs of the server. Untrusted
 * code in such a session could take over the server.
 */
export async function isPowerfulLogin(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is_powerful: boolean }>(
    // Before PostgreSQL 16 a role with CREATEROLE could make any role a member of them.
    `SELECT EXISTS (SELECT FROM pg_catalog.pg_roles r
       WHERE (r.rolsuper OR r.rolname = ANY ($1::text[])
           OR (r.rolcreaterole AND pg_catalog.current_setting('server_version_num')::int < 160000))
         AND pg_catalog.pg_has_role(session_user, r.oid, 'MEMBER')
     ) AS is_powerful`,
    [POWERFUL],
  );
  return rows[0]?.is_powerful !== false;
}
