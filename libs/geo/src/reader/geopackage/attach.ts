import { DatabaseSync } from 'node:sqlite';
import { ident } from '../../geopackage/sql-names.ts';

export { ident, plainText, rowNumberName } from '../../geopackage/sql-names.ts';

/**
 * Attaches a GeoPackage read-only and immutable under the name `src` to an empty database. Its triggers cannot fire,
 * since nothing writes to it; functions in its schema are limited to harmless ones; a journal beside it is not read.
 */
export function attach(file: string, target = ':memory:'): DatabaseSync {
  const db = openUntrusted(target);
  attachAs(db, file, 'src');
  return db;
}

/** A database of our own to which files of others are attached. */
export function openUntrusted(target: string): DatabaseSync {
  const db = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  return db;
}

/** Attaches one more file in the same way; `name` is ours. */
export function attachAs(db: DatabaseSync, file: string, name: string): void {
  db.prepare(`ATTACH DATABASE ? AS ${name}`).run(`file:${file}?mode=ro&immutable=1`);
}

/**
 * Whether a name in the attached file is a plain table: no view, no virtual table. Returns the exact name. The kind comes from
 * SQLite itself, since the text of a statement in the file may be forged. `schema` is the name under which the file is attached.
 */
export function plainTable(db: DatabaseSync, name: string, schema = 'src'): string | null {
  const found = kindOf(db, name, schema);
  return found && ['table', 'shadow'].includes(found.type) ? found.name : null;
}

/** Name of the layer's spatial index, when it is a real one. */
export function spatialIndex(
  db: DatabaseSync,
  layer: { name: string; geometryColumn: string },
  schema = 'src',
): string | null {
  const found = kindOf(db, `rtree_${layer.name}_${layer.geometryColumn}`, schema);
  if (found?.type !== 'virtual') return null;
  const row = db.prepare(`SELECT sql FROM ${schema}.sqlite_master WHERE name = ?`).get(found.name) as
    { sql: string | null } | undefined;
  const module = /^\s*CREATE\s+VIRTUAL\s+TABLE\s+(?:"(?:[^"]|"")+"|\S+)\s+USING\s+(\w+)/i.exec(
    row?.sql ?? '',
  );
  return module?.[1]?.toLowerCase() === 'rtree' ? found.name : null;
}

function kindOf(db: DatabaseSync, name: string, schema: string): { name: string; type: string } | null {
  const row = db.prepare(`PRAGMA ${schema}.table_list(${ident(name)})`).get();
  return (row as { name: string; type: string } | undefined) ?? null;
}
