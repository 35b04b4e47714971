const KEY = /^[a-z0-9_-]{1,100}$/;

/** The key of a report in lower case; null for what cannot be one. */
export function readKey(text: string | undefined): string | null {
  const key = text?.toLowerCase() ?? '';
  return KEY.test(key) ? key : null;
}
