import { DatabaseSync } from 'node:sqlite';

/** An identifier, quoted for SQLite. */
export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Attaches a GeoPackage read-only and immutable under the name `src` to an empty database. Its triggers cannot fire,
 * since nothing writes to it; functions in its schema are limited to harmless ones; a journal beside it is not read.
 */
export function attach(file: string, target = ':memory:'): DatabaseSync {
  const db = new DatabaseSync(target, { enableForeignKeyConstraints: false });
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  db.prepare('ATTACH DATABASE ? AS src').run(`file:${file}?mode=ro&immutable=1`);
  return db;
}

/** Whether a name in the attached file is a plain table: no view, no virtual table. Returns the exact name. */
export function plainTable(db: DatabaseSync, name: string): string | null {
  const row = db
    .prepare(`SELECT name, sql FROM src.sqlite_master WHERE type = 'table' AND lower(name) = lower(?)`)
    .get(name) as { name: string; sql: string | null } | undefined;
  return row && !/^\s*CREATE\s+VIRTUAL/i.test(row.sql ?? '') ? row.name : null;
}

/** Name of the layer's spatial index, when it is a real one. */
export function spatialIndex(
  db: DatabaseSync,
  layer: { name: string; geometryColumn: string },
): string | null {
  const name = `rtree_${layer.name}_${layer.geometryColumn}`;
  const row = db
    .prepare(`SELECT sql FROM src.sqlite_master WHERE type = 'table' AND lower(name) = lower(?)`)
    .get(name) as { sql: string | null } | undefined;
  return row && /^\s*CREATE\s+VIRTUAL\s+TABLE\s+.+\s+USING\s+rtree\s*\(/i.test(row.sql ?? '') ? name : null;
}
