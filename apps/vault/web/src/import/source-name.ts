import { datasetNameOf } from '../upload/file-check.ts';

/** The name that a dataset takes from an address: its last segment without query and extension, or empty. */
export function nameFromAddress(address: string): string {
  const path = address.split(/[?#]/)[0] ?? '';
  const host = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(path)?.[0] ?? '';
  const last = path.slice(host.length).split('/').filter(Boolean).at(-1) ?? '';
  return datasetNameOf(decoded(last));
}

/** `s3://bucket/key/of/object` in its parts; null for anything else. */
export function s3Address(text: string): { bucket: string; key: string } | null {
  const match = /^s3:\/\/([^/]+)\/?(.*)$/i.exec(text.trim());
  return match ? { bucket: match[1] ?? '', key: match[2] ?? '' } : null;
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#\s]+/i.test(text.trim()) && URL.canParse(text.trim());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
