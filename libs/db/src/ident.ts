const MAX_BYTES = 63;

/**
 * Quotes a PostgreSQL identifier: ident('a"b') is "a""b". This is the only way to put a name into SQL text.
 * Throws when it is empty, contains NUL, or exceeds 63 bytes, where PostgreSQL would truncate it silently.
 */
export function ident(name: string): string {
  if (!isIdentifier(name)) throw new Error('A PostgreSQL identifier has 1 to 63 bytes and no NUL character');
  return `"${name.replaceAll('"', '""')}"`;
}

/** Whether something in a database can have this name. PostgreSQL cuts longer ones, also in comparisons, and finds another thing. */
export function isIdentifier(name: string): boolean {
  return name !== '' && !name.includes('\0') && Buffer.byteLength(name) <= MAX_BYTES;
}
