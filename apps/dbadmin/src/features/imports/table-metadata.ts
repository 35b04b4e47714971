import { ident } from '@cairn/db';
import { escapeLiteral } from 'pg';
import type pg from 'pg';

/** The owner, privileges and comments of a table. */
export interface TableMetadata {
  owner: string;
  rights: Right[];
  comments: Comment[];
}

interface Right {
  privilege: string;
  /** null for PUBLIC. */
  grantee: string | null;
  grantable: boolean;
  /** null for the whole table. */
  column: string | null;
}

interface Comment {
  column: string | null;
  text: string;
}

export async function readTableMetadata(client: pg.ClientBase, oid: number): Promise<TableMetadata> {
  const owner = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE oid = $1',
    [oid],
  );
  const comments = await client.query<Comment>(
    `SELECT a.attname AS column, d.description AS text
     FROM pg_description d LEFT JOIN pg_attribute a ON d.objsubid > 0 AND a.attrelid = d.objoid AND a.attnum = d.objsubid
     WHERE d.classoid = 'pg_class'::regclass AND d.objoid = $1`,
    [oid],
  );
  return { owner: owner.rows[0]!.owner, rights: await readRights(client, oid), comments: comments.rows };
}

/** Gives a new table exactly the metadata of the old one. Metadata of columns is matched by name. */
export async function applyTableMetadata(
  client: pg.ClientBase,
  { oid, target }: { oid: number; target: string },
  { owner, rights, comments }: TableMetadata,
): Promise<void> {
  await client.query(`ALTER TABLE ${target} OWNER TO ${ident(owner)}`);
  await revokeDefaults(client, { oid, target, owner });
  const columns = await readColumns(client, oid);
  const exists = ({ column }: { column: string | null }) => column === null || columns.has(column);
  for (const { privilege, column, grantee, grantable } of rights.filter(exists)) {
    const what = column === null ? privilege : `${privilege} (${ident(column)})`;
    const option = grantable ? ' WITH GRANT OPTION' : '';
    await client.query(`GRANT ${what} ON ${target} TO ${granteeSql(grantee)}${option}`);
  }
  for (const { column, text } of comments.filter(exists)) {
    const what = column === null ? `TABLE ${target}` : `COLUMN ${target}.${ident(column)}`;
    await client.query(`COMMENT ON ${what} IS ${escapeLiteral(text)}`);
  }
}

/** Revokes default privileges on the new table: they may exceed those on the old one. */
async function revokeDefaults(
  client: pg.ClientBase,
  { oid, target, owner }: { oid: number; target: string; owner: string },
): Promise<void> {
  const granted = await readRights(client, oid);
  for (const grantee of new Set(granted.map((right) => right.grantee))) {
    if (grantee !== owner) await client.query(`REVOKE ALL ON ${target} FROM ${granteeSql(grantee)}`);
  }
}

function granteeSql(grantee: string | null): string {
  return grantee === null ? 'PUBLIC' : ident(grantee);
}

/** Explicit privileges; without an ACL there are none, and the defaults of PostgreSQL apply. */
async function readRights(client: pg.ClientBase, oid: number): Promise<Right[]> {
  const { rows } = await client.query<Right>(
    `SELECT acl.privilege_type AS privilege, acl.is_grantable AS grantable, given.column,
       CASE WHEN acl.grantee <> 0 THEN pg_get_userbyid(acl.grantee) END AS grantee
     FROM (SELECT NULL::name AS column, relacl AS acl FROM pg_class WHERE oid = $1
       UNION ALL SELECT attname, attacl FROM pg_attribute WHERE attrelid = $1 AND NOT attisdropped) given,
       aclexplode(given.acl) acl`,
    [oid],
  );
  return rows.filter(({ privilege }) => /^[A-Z]+$/.test(privilege));
}

async function readColumns(client: pg.ClientBase, oid: number): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT attname AS name FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped',
    [oid],
  );
  return new Set(rows.map(({ name }) => name));
}
