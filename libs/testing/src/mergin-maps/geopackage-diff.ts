import { copyFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openGeopackage } from '../geopackage/create-geopackage.ts';

interface Column {
  name: string;
  type: string;
  pk: number;
}

/**
 * The difference of two GeoPackages as geodiff writes it: a changeset of SQLite's session extension, without `gpkg_*` and `rtree_*`.
 * Null where the layout differs, as geodiff fails then; the real server keeps such a version without a difference.
 */
export function createDiff(basePath: string, changedPath: string, workPath: string): Uint8Array | null {
  copyFileSync(basePath, workPath);
  const db = openGeopackage(workPath);
  try {
    dropTriggers(db);
    db.prepare('ATTACH ? AS changed').run(changedPath);
    const tables = tablesOf(db, 'main');
    if (JSON.stringify(tables) !== JSON.stringify(tablesOf(db, 'changed'))) return null;
    const session = db.createSession();
    db.exec('BEGIN');
    for (const [table, columns] of tables) copyChanges(db, table, columns);
    db.exec('COMMIT');
    const changeset = session.changeset();
    session.close();
    return changeset;
  } finally {
    db.close();
  }
}

/** Applies a changeset to a copy of a GeoPackage; false where it does not fit. */
export function applyDiff(basePath: string, changeset: Uint8Array, resultPath: string): boolean {
  copyFileSync(basePath, resultPath);
  const db = openGeopackage(resultPath);
  try {
    return db.applyChangeset(changeset, { filter: () => true });
  } catch {
    return false;
  } finally {
    db.close();
  }
}

/** The tables that geodiff compares: those with a primary key, except of the format itself and of its indexes. */
function tablesOf(db: DatabaseSync, schema: string): [string, Column[]][] {
  const names = db
    .prepare(
      `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
         AND name NOT LIKE 'gpkg\\_%' ESCAPE '\\' AND name NOT LIKE 'rtree\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY name`,
    )
    .all() as { name: string }[];
  const tables = names.map(({ name }): [string, Column[]] => {
    const columns = db.prepare('SELECT name, type, pk FROM pragma_table_info(?, ?)').all(name, schema);
    return [
      name,
      columns.map(({ name: column, type, pk }) => ({ name: column, type, pk })) as unknown as Column[],
    ];
  });
  return tables.filter(([, columns]) => columns.some(({ pk }) => pk > 0));
}

function copyChanges(db: DatabaseSync, table: string, columns: Column[]): void {
  const name = quote(table);
  const all = columns.map((column) => quote(column.name));
  const keys = columns.filter(({ pk }) => pk > 0).map((column) => quote(column.name));
  const values = columns.filter(({ pk }) => pk === 0).map((column) => quote(column.name));
  const sameKey = keys.map((key) => `a.${key} IS b.${key}`).join(' AND ');
  db.exec(
    `DELETE FROM main.${name} AS a WHERE NOT EXISTS (SELECT 1 FROM changed.${name} b WHERE ${sameKey})`,
  );
  if (values.length > 0) {
    const differs = values.map((value) => `a.${value} IS NOT b.${value}`).join(' OR ');
    const set = values.map((value) => `${value} = b.${value}`).join(', ');
    db.exec(`UPDATE main.${name} AS a SET ${set} FROM changed.${name} b WHERE ${sameKey} AND (${differs})`);
  }
  db.exec(`INSERT INTO main.${name} (${all}) SELECT ${all.map((column) => `b.${column}`)} FROM changed.${name} b
    WHERE NOT EXISTS (SELECT 1 FROM main.${name} a WHERE ${sameKey})`);
}

function dropTriggers(db: DatabaseSync): void {
  const triggers = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
  }[];
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${quote(name)}`);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
