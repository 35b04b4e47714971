/**
 * JSON text that PostgreSQL accepts as jsonb: NUL characters, which it refuses, are taken out of strings; what is not
 * there becomes null.
 *
 * @throws TypeError for what JSON cannot hold, such as a cycle or a bigint
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'string' ? withoutNul(part) : part)) ?? 'null';
}

export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}
