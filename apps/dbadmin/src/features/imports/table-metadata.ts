import { ident } from '@cairn/db';
import { escapeLiteral } from 'pg';
import type pg from 'pg';

/** What holds for a table whatever its rows are: who owns it, who may do what with it, and what is said about it. */
export interface TableMetadata {
  owner: string;
  rights: Right[];
  comments: Comment[];
}

interface Right {
  privilege: string;
  /** null: everybody. */
  grantee: string | null;
  grantable: boolean;
  /** null: all of the table. */
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

/** Gives a new table what the old one had, and no more; what was a column's goes to the column of that name, if there is one. */
export async function applyTableMetadata(
  client: pg.ClientBase,
  { oid, target }: { oid: number; target: string },
  { owner, rights, comments }: TableMetadata,
): Promise<void> {
  await client.query(`ALTER TABLE ${target} OWNER TO ${ident(owner)}`);
  await takeDefaults(client, { oid, target, owner });
  const columns = await readColumns(client, oid);
  const isThere = ({ column }: { column: string | null }) => column === null || columns.has(column);
  for (const { privilege, column, grantee, grantable } of rights.filter(isThere)) {
    const what = column === null ? privilege : `${privilege} (${ident(column)})`;
    const option = grantable ? ' WITH GRANT OPTION' : '';
    await client.query(`GRANT ${what} ON ${target} TO ${everybodyOr(grantee)}${option}`);
  }
  for (const { column, text } of comments.filter(isThere)) {
    const what = column === null ? `TABLE ${target}` : `COLUMN ${target}.${ident(column)}`;
    await client.query(`COMMENT ON ${what} IS ${escapeLiteral(text)}`);
  }
}

/** What default privileges gave of the new table: they may be more than there was of the old one. */
async function takeDefaults(
  client: pg.ClientBase,
  { oid, target, owner }: { oid: number; target: string; owner: string },
): Promise<void> {
  const given = await readRights(client, oid);
  for (const grantee of new Set(given.map((right) => right.grantee))) {
    if (grantee !== owner) await client.query(`REVOKE ALL ON ${target} FROM ${everybodyOr(grantee)}`);
  }
}

function everybodyOr(grantee: string | null): string {
  return grantee === null ? 'PUBLIC' : ident(grantee);
}

/** The privileges are PostgreSQL's own words; `aclexplode` of nothing is nothing, and the defaults hold. */
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
