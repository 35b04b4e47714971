const MAX_BYTES = 63;

/**
 * A PostgreSQL identifier, quoted: ident('a"b') is "a""b". This is the only way a name enters SQL text.
 * Throws when it is empty, holds NUL, or is longer than the 63 bytes that PostgreSQL would silently cut it to.
 */
export function ident(name: string): string {
  if (name === '' || name.includes('\0') || Buffer.byteLength(name) > MAX_BYTES) {
    throw new Error('A PostgreSQL identifier has 1 to 63 bytes and no NUL character');
  }
  return `"${name.replaceAll('"', '""')}"`;
}
