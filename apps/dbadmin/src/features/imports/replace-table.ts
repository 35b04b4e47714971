import { ident } from '@cairn/db';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import { conflict } from '@cairn/service';
import { applyTableMetadata, readTableMetadata } from './table-metadata.ts';
import type { TableMetadata } from './table-metadata.ts';
import { leaveStaging } from './staging.ts';
import { guardedTable } from './target.ts';
import type { TargetTable } from './target.ts';
import { refuseDependents } from './dependents.ts';

const LOCK_WAIT = '30s';

/**
 * Gives a table that was just loaded its name and its place, in the caller's transaction. A table that had the name is dropped; its
 * owner, privileges and comments hold for the new one. It is locked only now, so others read it while the new one is loaded.
 * AppError `conflict` when it is there and must not be replaced, or when more depends on it than that.
 */
export async function replaceTable(
  client: pg.ClientBase,
  { schema, table }: TargetTable,
  { staging, loaded, overwrite }: { staging: string; loaded: string; overwrite: boolean },
): Promise<void> {
  const old = await find(client, { schema, table });
  if (old && !overwrite) {
    throw conflict(
      'dbadmin.table_exists',
      `The table ${schema}.${table} was created in the meantime; allow overwriting or choose another name.`,
    );
  }
  const kept = old && (await drop(client, { schema, table }));
  const target = `${ident(staging)}.${ident(table)}`;
  await client.query(`ALTER TABLE ${ident(staging)}.${ident(loaded)} RENAME TO ${ident(table)}`);
  await renameParts(client, { staging, schema, loaded, table });
  if (kept) {
    const { oid } = (await find(client, { schema: staging, table }))!;
    // An owner must be able to create tables where the table is.
    if (staging !== schema)
      await client.query(`GRANT CREATE ON SCHEMA ${ident(staging)} TO ${ident(kept.owner)}`);
    await applyTableMetadata(client, { oid, target }, kept);
  }
  await leaveStaging(client, { staging, schema, table });
}

/** Drops a table that nothing depends on, and returns the owner, privileges and comments for the next one. */
async function drop(client: pg.ClientBase, { schema, table }: TargetTable): Promise<TableMetadata> {
  const name = `${schema}.${table}`;
  const target = `${ident(schema)}.${ident(table)}`;
  await lock(client, target, name);
  const { oid, guarded } = (await find(client, { schema, table }))!;
  if (guarded) throw guardedTable(name);
  await refuseDependents(client, name, oid);
  const kept = await readTableMetadata(client, oid);
  await client.query(`DROP TABLE ${target}`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== '2BP01') throw error;
    throw conflict(
      'dbadmin.table_in_use',
      `Other objects depend on ${name}; drop them first or import into another table.`,
    );
  });
  return kept;
}

/** Later queries on the table wait behind this lock, so it waits for a short time only. */
async function lock(client: pg.ClientBase, target: string, name: string): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
  await client.query(`LOCK TABLE ${target} IN ACCESS EXCLUSIVE MODE`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== '55P03') throw error;
    throw conflict(
      'dbadmin.table_busy',
      `Another session has been using ${name} for longer than ${LOCK_WAIT}; nothing was changed. Try again later.`,
    );
  });
  await client.query('SET LOCAL lock_timeout = 0');
}

interface Found {
  oid: number;
  /** Policies say who sees which rows. */
  guarded: boolean;
}

async function find(client: pg.ClientBase, { schema, table }: TargetTable): Promise<Found | null> {
  const { rows } = await client.query<Found>(
    `SELECT c.oid, c.relrowsecurity AS guarded FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2`,
    [schema, table],
  );
  return rows[0] ?? null;
}

/** Indexes and the key's sequence are called after the table; one that would be too long keeps its name. */
async function renameParts(
  client: pg.ClientBase,
  { staging, schema, loaded, table }: { staging: string; schema: string; loaded: string; table: string },
): Promise<void> {
  const { rows } = await client.query<{ name: string; kind: string }>(
    `SELECT c.relname AS name, c.relkind AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND starts_with(c.relname, $2) AND c.relkind IN ('i', 'S')`,
    [staging, loaded],
  );
  for (const { name, kind } of rows) {
    const wanted = `${table}${name.slice(loaded.length)}`;
    const isFree = Buffer.byteLength(wanted) <= 63 && !(await find(client, { schema, table: wanted }));
    if (!isFree) continue;
    const what = kind === 'i' ? 'INDEX' : 'SEQUENCE';
    await client.query(`ALTER ${what} ${ident(staging)}.${ident(name)} RENAME TO ${ident(wanted)}`);
  }
}
