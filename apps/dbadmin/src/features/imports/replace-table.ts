import { ident } from '@cairn/db';
import { DatabaseError } from 'pg';
import type pg from 'pg';
import { refuseDependents } from './dependents.ts';
import { LOCK_WAIT, explainLock, guardedTable, tableExists, tableInUse } from './errors.ts';
import { leaveStaging } from './staging.ts';
import { applyTableMetadata, readTableMetadata } from './table-metadata.ts';
import type { TableMetadata } from './table-metadata.ts';
import type { TargetTable } from './types.ts';

/**
 * Moves a table that was just loaded to its schema and name, in the caller's transaction. An existing table is dropped, and its owner,
 * privileges and comments are applied to the new one. It is locked only now, so others can read it while the new one is loaded.
 * @throws {AppError} conflict when a table exists and must not be replaced, or other objects depend on it
 */
export async function replaceTable(
  client: pg.ClientBase,
  { schema, table }: TargetTable,
  { staging, loaded, overwrite }: { staging: string; loaded: string; overwrite: boolean },
): Promise<void> {
  const old = await find(client, { schema, table });
  if (old && !overwrite) throw tableExists(`${schema}.${table}`);
  const kept = old && (await drop(client, { schema, table }));
  const target = `${ident(staging)}.${ident(table)}`;
  await client.query(`ALTER TABLE ${ident(staging)}.${ident(loaded)} RENAME TO ${ident(table)}`);
  await renameIndexes(client, { staging, schema, loaded, table });
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
  await client.query(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`);
  await client.query(`LOCK TABLE ${target} IN ACCESS EXCLUSIVE MODE`).catch((error: unknown) => {
    throw explainLock(error, name);
  });
  await client.query('SET LOCAL lock_timeout = 0');
  const { oid, guarded } = (await find(client, { schema, table }))!;
  if (guarded) throw guardedTable(name);
  await refuseDependents(client, name, oid);
  const kept = await readTableMetadata(client, oid);
  await client.query(`DROP TABLE ${target}`).catch((error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== '2BP01') throw error;
    throw tableInUse(name, 'other objects');
  });
  return kept;
}

interface TableRow {
  oid: number;
  /** Whether row-level security is enabled. */
  guarded: boolean;
}

async function find(client: pg.ClientBase, { schema, table }: TargetTable): Promise<TableRow | null> {
  const { rows } = await client.query<TableRow>(
    `SELECT c.oid, c.relrowsecurity AS guarded FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = $1 AND c.relname = $2`,
    [schema, table],
  );
  return rows[0] ?? null;
}

/** Names indexes and the sequence of the key after the table. A name that would be too long or is taken stays. */
async function renameIndexes(
  client: pg.ClientBase,
  { staging, schema, loaded, table }: { staging: string; schema: string; loaded: string; table: string },
): Promise<void> {
  const { rows } = await client.query<{ name: string; kind: string }>(
    `SELECT c.relname AS name, c.relkind AS kind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = $1 AND starts_with(c.relname, $2) AND c.relkind IN ('i', 'S')`,
    [staging, loaded],
  );
  for (const { name, kind } of rows) {
    const newName = `${table}${name.slice(loaded.length)}`;
    const isFree = Buffer.byteLength(newName) <= 63 && !(await find(client, { schema, table: newName }));
    if (!isFree) continue;
    const what = kind === 'i' ? 'INDEX' : 'SEQUENCE';
    await client.query(`ALTER ${what} ${ident(staging)}.${ident(name)} RENAME TO ${ident(newName)}`);
  }
}
