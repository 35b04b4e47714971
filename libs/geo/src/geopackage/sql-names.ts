/** An identifier, quoted for SQLite. */
export function ident(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The names by which SQLite finds a row by its number, unless a column has the name (SQLite, "ROWIDs"). */
export const ROW_NUMBER_NAMES = ['rowid', '_rowid_', 'oid'];

/** A name of the row number that no column takes away; null when columns have all of them. */
export function rowNumberName(columns: string[]): string | null {
  const taken = new Set(columns.map((column) => column.toLowerCase()));
  return ROW_NUMBER_NAMES.find((name) => !taken.has(name)) ?? null;
}

/** Text of a file's author without NUL, which neither PostgreSQL nor a program's argument takes. */
export function plainText(value: unknown): string {
  return String(value).replaceAll('\0', '');
}
