import { ident } from '@cairn/db';
import { escapeLiteral } from 'pg';
import type pg from 'pg';

/** Settings that hold lists of names, each quoted by itself; the same list as pg_dump's. */
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
 * Gives a database what a copy lacks of its model: owner, rights, ALTER DATABASE settings (also those for single roles),
 * connection limit and comment. Both are named by the maintenance database's session. Returns what could not be carried over,
 * for people.
 */
export async function copyProperties(client: pg.ClientBase, from: string, to: string): Promise<string[]> {
  const skipped: string[] = [];
  for (const { what, statements } of [
    ...(await ownership(client, from, to)),
    ...(await rights(client, from, to)),
    ...(await settings(client, from, to)),
  ]) {
    const failed = await tryAll(client, statements);
    if (failed) skipped.push(what);
  }
  return skipped;
}

interface Step {
  what: string;
  statements: (string | { text: string; values: unknown[] })[];
}

/** Each step holds or not by itself. */
async function tryAll(client: pg.ClientBase, statements: Step['statements']): Promise<boolean> {
  await client.query('BEGIN');
  try {
    for (const statement of statements) await client.query(statement);
    await client.query('COMMIT');
    return false;
  } catch (error) {
    await client.query('ROLLBACK');
    // A lost session is a matter of the whole job.
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
  const found = rows[0];
  if (!found) return [];
  const name = ident(to);
  return [
    { what: `owner ${found.owner}`, statements: [`ALTER DATABASE ${name} OWNER TO ${ident(found.owner)}`] },
    {
      what: 'connection limit',
      statements: [`ALTER DATABASE ${name} CONNECTION LIMIT ${Number(found.limit)}`],
    },
    ...(found.comment === null
      ? []
      : [
          { what: 'comment', statements: [`COMMENT ON DATABASE ${name} IS ${escapeLiteral(found.comment)}`] },
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
  // Without a list of rights the defaults hold; a copy that was made closed has a list.
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
    const whose =
      role === null ? `ALTER DATABASE ${ident(to)}` : `ALTER ROLE ${ident(role)} IN DATABASE ${ident(to)}`;
    const parameter = name.split('.').map(ident).join('.');
    const statements = NAME_LISTS.has(name)
      ? [
          // The server takes the list apart by itself.
          { text: 'SELECT set_config($1, $2, true)', values: [name, value] },
          `${whose} SET ${parameter} FROM CURRENT`,
        ]
      : [`${whose} SET ${parameter} TO ${escapeLiteral(value)}`];
    return { what: `setting ${name}`, statements };
  });
}
