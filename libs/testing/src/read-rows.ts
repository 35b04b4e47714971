import { DatabaseSync } from 'node:sqlite';

/** Rows of a GeoPackage, or another SQLite file, as plain objects. */
export function readRows(file: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}
