/** An identifier, quoted for SQLite. */
export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A name of the row number that no column takes away; null when columns have all of them (SQLite, "ROWIDs"). */
export function rowNumberName(columns: string[]): string | null {
  const taken = new Set(columns.map((column) => column.toLowerCase()));
  return ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name)) ?? null;
}

/** Text of a file's author without NUL, which neither PostgreSQL nor a program's argument takes. */
export function plainText(value: unknown): string {
  return String(value).replaceAll('\0', '');
}
