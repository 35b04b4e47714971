/**
 * JSON text that PostgreSQL accepts as jsonb: without NUL characters; a bigint, such as the counts that Kysely returns, becomes
 * a number, or text where a number would lose digits; undefined becomes null.
 *
 * @throws TypeError for a value that JSON cannot hold, such as a cycle
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => plain(part)) ?? 'null';
}

function plain(part: unknown): unknown {
  if (typeof part === 'string') return withoutNul(part);
  if (typeof part === 'bigint') return Number.isSafeInteger(Number(part)) ? Number(part) : String(part);
  return part;
}

export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
