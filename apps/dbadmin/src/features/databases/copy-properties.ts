import { ident } from '@cairn/db';
import { escapeLiteral } from 'pg';
import type pg from 'pg';

/** Settings that hold lists of quoted names; the same list as in pg_dump. */
const NAME_LISTS = new Set([
  'local_preload_libraries',
  'search_path',
  'session_preload_libraries',
  'shared_preload_libraries',
  'temp_tablespaces',
  'unix_socket_directories',
]);
const PRIVILEGES = new Set(['CREATE', 'CONNECT', 'TEMPORARY']);

/**
 * Copies what a dump or a template leaves out from one database to another: owner, privileges, ALTER DATABASE settings (also those
 * for single roles), connection limit and comment. The session is in the maintenance database. Returns what could not be copied, for
 * people.
 */
export async function copyProperties(client: pg.ClientBase, from: string, to: string): Promise<string[]> {
  const skipped: string[] = [];
  for (const { what, statements } of [
    ...(await ownership(client, from, to)),
    ...(await rights(client, from, to)),
    ...(await settings(client, from, to)),
  ]) {
    if (await hasFailed(client, statements)) skipped.push(what);
  }
  return skipped;
}

interface Step {
  what: string;
  statements: (string | { text: string; values: unknown[] })[];
}

/** Each step succeeds or fails by itself. Returns whether it failed. */
async function hasFailed(client: pg.ClientBase, statements: Step['statements']): Promise<boolean> {
  await client.query('BEGIN');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
    return false;
  } catch (error) {
    await client.query('ROLLBACK');
    // A lost session is a failure of the whole job.
    if ((error as { code?: string }).code === undefined) throw error;
    return true;
  }
}

async function ownership(client: pg.ClientBase, from: string, to: string): Promise<Step[]> {
  const { rows } = await client.query<{ owner: string; limit: number; comment: string | null }>(
    `SELECT pg_get_userbyid(datdba) AS owner, datconnlimit AS limit, shobj_description(oid, 'pg_database') AS comment
       FROM pg_database WHERE datname = $1`,
    [from],
  );
  const [database] = rows;
  if (!database) return [];
  const name = ident(to);
  return [
    {
      what: `owner ${database.owner}`,
      statements: [`ALTER DATABASE ${name} OWNER TO ${ident(database.owner)}`],
    },
    {
      what: 'connection limit',
      statements: [`ALTER DATABASE ${name} CONNECTION LIMIT ${Number(database.limit)}`],
    },
    ...(database.comment === null
      ? []
      : [
          {
            what: 'comment',
            statements: [`COMMENT ON DATABASE ${name} IS ${escapeLiteral(database.comment)}`],
          },
        ]),
  ];
}

async function rights(client: pg.ClientBase, from: string, to: string): Promise<Step[]> {
  const { rows } = await client.query<{ grantee: string | null; privilege: string; option: boolean }>(
    `SELECT CASE WHEN acl.grantee <> 0 THEN pg_get_userbyid(acl.grantee) END AS grantee,
            acl.privilege_type AS privilege, acl.is_grantable AS option
       FROM pg_database d, aclexplode(d.datacl) acl WHERE d.datname = $1`,
    [from],
  );
  const target = `ON DATABASE ${ident(to)}`;
  // Without an ACL the defaults apply; the copy was created closed and has an ACL.
  if (rows.length === 0) {
    return [{ what: 'rights of PUBLIC', statements: [`GRANT CONNECT, TEMPORARY ${target} TO PUBLIC`] }];
  }
  return [
    { what: 'rights of PUBLIC', statements: [`REVOKE ALL ${target} FROM PUBLIC`] },
    ...rows
      .filter(({ privilege }) => PRIVILEGES.has(privilege))
      .map(({ grantee, privilege, option }) => ({
        what: `${privilege} for ${grantee ?? 'PUBLIC'}`,
        statements: [
          `GRANT ${privilege} ${target} TO ${grantee === null ? 'PUBLIC' : ident(grantee)}${option ? ' WITH GRANT OPTION' : ''}`,
        ],
      })),
  ];
}

async function settings(client: pg.ClientBase, from: string, to: string): Promise<Step[]> {
  const { rows } = await client.query<{ role: string | null; setting: string }>(
    `SELECT CASE WHEN s.setrole <> 0 THEN pg_get_userbyid(s.setrole) END AS role, unnest(s.setconfig) AS setting
       FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE d.datname = $1`,
    [from],
  );
  return rows.map(({ role, setting }) => {
    const at = setting.indexOf('=');
    const [name, value] = [setting.slice(0, at), setting.slice(at + 1)];
    const target =
      role === null ? `ALTER DATABASE ${ident(to)}` : `ALTER ROLE ${ident(role)} IN DATABASE ${ident(to)}`;
    const parameter = name.split('.').map(ident).join('.');
    const statements = NAME_LISTS.has(name)
      ? [
          // The server itself parses the list.
          { text: 'SELECT set_config($1, $2, true)', values: [name, value] },
          `${target} SET ${parameter} FROM CURRENT`,
        ]
      : [`${target} SET ${parameter} TO ${escapeLiteral(value)}`];
    return { what: `setting ${name}`, statements };
  });
}
