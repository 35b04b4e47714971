import { ident } from '@cairn/db';
import { DatabaseError, escapeLiteral } from 'pg';
import type pg from 'pg';
import { conflict } from '@cairn/service';
import { guardedTable } from './target.ts';
import type { TargetTable } from './target.ts';

const LOCK_WAIT = '30s';

interface Before {
  oid: number;
  kind: string;
  owner: string;
  comment: string | null;
  /** Policies say who sees which rows. */
  guarded: boolean;
}

/**
 * Gives a table that was just loaded its name, in the caller's transaction. A table that had the name is dropped; who owns it
 * and what others may do with it hold for the new one. It is locked only now, so others read it while the new one is loaded.
 * AppError `conflict` when it is there and shall not be replaced, or when other objects depend on it.
 */
export async function takePlace(
  client: pg.ClientBase,
  { schema, table }: TargetTable,
  { loaded, overwrite }: { loaded: string; overwrite: boolean },
): Promise<void> {
  const name = `${schema}.${table}`;
  const target = `${ident(schema)}.${ident(table)}`;
  const before = await find(client, { schema, table });
  if (before && !overwrite) {
    throw conflict(
      'dbadmin.table_exists',
      `The table ${name} was made meanwhile; allow overwriting or choose another name.`,
    );
  }
  if (before) await lock(client, target, name);
  const rights = before ? await rightsOn(client, before.oid) : [];
  if (before) {
    if (before.guarded) throw guardedTable(name);
    await client.query(`DROP TABLE ${target}`).catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || error.code !== '2BP01') throw error;
      throw conflict(
        'dbadmin.table_in_use',
        `Other objects, such as views, depend on ${name}; drop them first or import into another table.`,
      );
    });
  }
  await client.query(`ALTER TABLE ${ident(schema)}.${ident(loaded)} RENAME TO ${ident(table)}`);
  await renameParts(client, { schema, loaded, table });
  if (!before) return;
  await client.query(`ALTER TABLE ${target} OWNER TO ${ident(before.owner)}`);
  await takeDefaults(client, target, { schema, table, owner: before.owner });
  for (const { privilege, grantee, grantable } of rights) {
    const who = grantee === null ? 'PUBLIC' : ident(grantee);
    await client.query(`GRANT ${privilege} ON ${target} TO ${who}${grantable ? ' WITH GRANT OPTION' : ''}`);
  }
  if (before.comment !== null)
    await client.query(`COMMENT ON TABLE ${target} IS ${escapeLiteral(before.comment)}`);
}

/** What default privileges gave of the new table: they may be more than there was of the old one. */
async function takeDefaults(
  client: pg.ClientBase,
  target: string,
  { schema, table, owner }: TargetTable & { owner: string },
): Promise<void> {
  const made = await find(client, { schema, table });
  const given = made ? await rightsOn(client, made.oid) : [];
  for (const grantee of new Set(given.map((right) => right.grantee))) {
    if (grantee === owner) continue;
    await client.query(`REVOKE ALL ON ${target} FROM ${grantee === null ? 'PUBLIC' : ident(grantee)}`);
  }
}

/** Whoever comes now waits behind us, so we do not wait for long. */
async function lock(client: pg.ClientBase, target: string, name: string): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
  await client.query(`LOCK TABLE ${target} IN ACCESS EXCLUSIVE MODE`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== '55P03') throw error;
    throw conflict(
      'dbadmin.table_busy',
      `Somebody has been using ${name} for longer than ${LOCK_WAIT}; nothing was changed. Try again later.`,
    );
  });
  await client.query('SET LOCAL lock_timeout = 0');
}

async function find(client: pg.ClientBase, { schema, table }: TargetTable): Promise<Before | null> {
  const { rows } = await client.query<Before>(
    `SELECT c.oid::int8::float8 AS oid, c.relkind AS kind, pg_get_userbyid(c.relowner) AS owner,
            obj_description(c.oid, 'pg_class') AS comment, c.relrowsecurity AS guarded
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = $2`,
    [schema, table],
  );
  return rows[0] ?? null;
}

/** The privileges are PostgreSQL's own words; `aclexplode` of nothing is nothing, and the defaults hold. */
async function rightsOn(
  client: pg.ClientBase,
  oid: number,
): Promise<{ privilege: string; grantee: string | null; grantable: boolean }[]> {
  const { rows } = await client.query<{ privilege: string; grantee: string | null; grantable: boolean }>(
    `SELECT acl.privilege_type AS privilege, acl.is_grantable AS grantable,
            CASE WHEN acl.grantee <> 0 THEN pg_get_userbyid(acl.grantee) END AS grantee
       FROM pg_class c, aclexplode(c.relacl) acl WHERE c.oid = $1::int8::oid`,
    [oid],
  );
  return rows.filter(({ privilege }) => /^[A-Z]+$/.test(privilege));
}

/** Indexes and the key's sequence are called after the table; one that would be too long keeps its name. */
async function renameParts(
  client: pg.ClientBase,
  { schema, loaded, table }: { schema: string; loaded: string; table: string },
): Promise<void> {
  const { rows } = await client.query<{ name: string; kind: string }>(
    `SELECT c.relname AS name, c.relkind AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND starts_with(c.relname, $2) AND c.relkind IN ('i', 'S')`,
    [schema, loaded],
  );
  for (const { name, kind } of rows) {
    const wanted = `${table}${name.slice(loaded.length)}`;
    const isFree = Buffer.byteLength(wanted) <= 63 && !(await find(client, { schema, table: wanted }));
    if (!isFree) continue;
    const what = kind === 'i' ? 'INDEX' : 'SEQUENCE';
    await client.query(`ALTER ${what} ${ident(schema)}.${ident(name)} RENAME TO ${ident(wanted)}`);
  }
}
