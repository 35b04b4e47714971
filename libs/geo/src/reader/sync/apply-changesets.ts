import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { ColumnRow } from '../../geopackage/to-layer.ts';
import type {
  ApplyChangesetsReply,
  ApplyChangesetsRequest,
  ChangesetProblem,
} from '../../reader-protocol/sync-types.ts';
import { ident, openUntrusted, plainTable } from '../geopackage/attach.ts';
import { RESERVED_TABLES } from './package-tables.ts';
import { MalformedChangeset, readChangeset } from './read-changeset.ts';
import type { ChangesetTable } from './read-changeset.ts';
import { updateIndexes } from './update-indexes.ts';

/** Where a database says whether it is in WAL mode (SQLite, Database File Format, 1.3.3). */
const WAL_FLAGS = 18;

/** Writes a GeoPackage with the changes of changesets, all or none, for people to work with: spatial indexes and triggers included. */
export function applyChangesets({ file, changesets, output }: ApplyChangesetsRequest): ApplyChangesetsReply {
  copyWithoutWal(file, output);
  const reply = applyTo(output, changesets);
  if ('refused' in reply) rmSync(output);
  return reply;
}

/** A database in WAL mode would leave further files beside it. */
function copyWithoutWal(file: string, output: string): void {
  copyFileSync(file, output, constants.COPYFILE_FICLONE);
  // Files that are kept may be read-only, and their copies are then.
  chmodSync(output, 0o644);
  const fd = openSync(output, 'r+');
  try {
    writeSync(fd, Uint8Array.of(1, 1), 0, 2, WAL_FLAGS);
  } finally {
    closeSync(fd);
  }
}

function applyTo(output: string, changesets: string[]): ApplyChangesetsReply {
  const db = openUntrusted(output);
  try {
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN');
    // Those of spatial indexes call functions that only GDAL and QGIS have, and the others are programs of the file's author.
    const triggers = dropTriggers(db);
    const keyless = findKeyless(db);
    if (keyless !== null) return { refused: 'other_layout', changeset: 0, reason: keyless };
    const changed = new Set<string>();
    let applied = 0;
    const all = changesets.map((path) => readFileSync(path));
    for (const [i, bytes] of all.entries()) {
      const result = apply(db, bytes);
      if ('problem' in result) return { refused: result.problem, changeset: i, reason: result.reason };
      applied += result.changes;
      for (const table of result.tables) changed.add(table);
    }
    updateIndexes(db, [...changed], all);
    restoreTriggers(db, triggers);
    db.exec('COMMIT');
    const damage = findDamage(db);
    if (damage !== null) return { refused: 'damaged', changeset: changesets.length - 1, reason: damage };
    return { applied };
  } finally {
    db.close();
  }
}

type Result =
  | { tables: string[]; changes: number }
  | { problem: ChangesetProblem; /** The end of a sentence. */ reason: string };

function apply(db: DatabaseSync, bytes: Uint8Array): Result {
  const headers = read(bytes);
  if (headers instanceof MalformedChangeset) return { problem: 'malformed', reason: headers.message };
  for (const header of headers) {
    const reason = findDifference(db, header);
    if (reason !== null) return { problem: 'other_layout', reason };
  }
  const changes = headers.reduce((sum, header) => sum + header.changes, 0);
  const before = totalChanges(db);
  const isApplied = db.applyChangeset(bytes);
  if (!isApplied) return { problem: 'conflict', reason: 'a row is not as the changeset expects it' };
  if (totalChanges(db) - before !== changes)
    return { problem: 'conflict', reason: 'not all of its changes could be applied' };
  return { changes, tables: headers.map(({ name }) => name) };
}

function read(bytes: Uint8Array): ChangesetTable[] | MalformedChangeset {
  try {
    return readChangeset(bytes);
  } catch (error) {
    if (error instanceof MalformedChangeset) return error;
    throw error;
  }
}

/** How a table differs from what a changeset says about it, as the end of a sentence; null when it does not. */
function findDifference(db: DatabaseSync, { name, keys }: ChangesetTable): string | null {
  if (RESERVED_TABLES.test(name)) return `"${name}" is not a table of users`;
  if (plainTable(db, name, 'main') !== name) return `the file has no table "${name}"`;
  const columns = db.prepare(`PRAGMA main.table_info(${ident(name)})`).all() as unknown as ColumnRow[];
  if (columns.length !== keys.length)
    return `the table "${name}" has ${columns.length} columns, not ${keys.length}`;
  const isSameKey = columns.every(({ pk }, i) => pk > 0 === keys[i]);
  return isSameKey ? null : `the table "${name}" has another key`;
}

/** Changesets have no changes of tables without a key, so that the file might differ in them from the one that they lead to. */
function findKeyless(db: DatabaseSync): string | null {
  const tables = db.prepare(`SELECT name FROM main.sqlite_schema WHERE type = 'table'`).all();
  const hasKey = db.prepare(`SELECT 1 FROM pragma_table_info(?, 'main') WHERE pk > 0`);
  const keyless = tables
    .map(({ name }) => String(name))
    .find(
      (name) =>
        !RESERVED_TABLES.test(name) &&
        plainTable(db, name, 'main') === name &&
        hasKey.get(name) === undefined,
    );
  return keyless === undefined
    ? null
    : `changes of the table "${keyless}" are in no changeset, since it has no key`;
}

/** Virtual tables are left out: the check of a spatial index takes longer than all the rest, and its nodes are among the tables. */
function findDamage(db: DatabaseSync): string | null {
  const tables = db.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')`,
  );
  for (const { name } of tables.all()) {
    const result = db.prepare(`PRAGMA main.quick_check(${ident(String(name))})`).get()?.['quick_check'];
    if (result !== 'ok') return `the new file is damaged: ${String(result)}`;
  }
  return null;
}

function totalChanges(db: DatabaseSync): number {
  return (db.prepare('SELECT total_changes() AS total').get() as { total: number }).total;
}

interface Trigger {
  name: string;
  sql: string;
}

function dropTriggers(db: DatabaseSync): Trigger[] {
  const triggers = db.prepare(`SELECT name, sql FROM main.sqlite_schema WHERE type = 'trigger'`).all();
  for (const { name } of triggers) db.exec(`DROP TRIGGER main.${ident(String(name))}`);
  return triggers.map(({ name, sql }) => ({ name: String(name), sql: String(sql) }));
}

/** Those that came with a new spatial index are there. */
function restoreTriggers(db: DatabaseSync, triggers: Trigger[]): void {
  const isThere = db.prepare(`SELECT 1 FROM main.sqlite_schema WHERE type = 'trigger' AND name = ?`);
  for (const { name, sql } of triggers) {
    if (isThere.get(name) !== undefined || !/^\s*CREATE\s+TRIGGER\b/i.test(sql)) continue;
    // Only the first statement of a text that may be forged.
    db.prepare(sql).run();
  }
}
