import type { IncomingHttpHeaders } from 'node:http';
import { badFileName } from './errors.ts';
import type { DocumentHeader } from './types.ts';

const NAMES: readonly DocumentHeader[] = [
  ...(['Content-Type', 'Content-Disposition', 'Cache-Control', 'Pragma', 'Expires'] as const),
];
/** What a header may hold; anything else could begin another one. */
const SAFE = /^[\t\x20-\x7e\x80-\xff]*$/;
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** The headers of an answer that are taken over, as far as they are well-formed. */
export function pickDocumentHeaders(headers: IncomingHttpHeaders): Partial<Record<DocumentHeader, string>> {
  const picked: Partial<Record<DocumentHeader, string>> = {};
  for (const name of NAMES) {
    const value = headers[name.toLowerCase()];
    if (typeof value === 'string' && SAFE.test(value)) picked[name] = value;
  }
  return picked;
}

/** A name to save a document under. @throws {AppError} bad_request for control characters */
export function checkFileName(name: string): string {
  if (CONTROL.test(name)) throw badFileName();
  return name.replaceAll(/[/\\]/g, '_');
}

/** As RFC 6266 wants it: some engines write the name without quotes. */
export function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
