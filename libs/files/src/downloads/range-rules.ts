import type { IncomingHttpHeaders } from 'node:http';
import type { OutboundResponse } from '@cairn/service';

/** What identifies the state of a file on another server. */
export interface FileValidators {
  /** A strong ETag, with its quotes. */
  etag: string | null;
  /** A modification date that identifies the state, see `readValidators`. */
  lastModified: string | null;
  /** Bytes of the whole file on the wire. */
  size: number | null;
}

/** A response to a request for a file or its rest. */
export type RangeResponse = Pick<OutboundResponse, 'status' | 'headers' | 'body'>;

/** A request for the rest of a file: from this byte, on condition that the file is the same (If-Range). */
export interface RestOfFile {
  offset: number;
  validator: string | null;
}

const MINUTE = 60_000;

/**
 * Reads what identifies the state of the file: a strong ETag, and a modification date so long ago that a second change would be
 * visible (RFC 9110, 8.8.2.2 and 13.1.5).
 */
export function readValidators({ status, headers }: Omit<RangeResponse, 'body'>): FileValidators {
  const { etag, date, 'last-modified': modified } = headers;
  const isOld = modified && date && Date.parse(date) - Date.parse(modified) >= MINUTE;
  return {
    // A header that was sent twice is an array.
    etag: typeof etag === 'string' && etag.startsWith('"') ? etag : null,
    lastModified: isOld && headers['accept-ranges'] !== 'none' && !etag ? modified : null,
    size: status === 206 ? totalOf(headers) : lengthOf(headers),
  };
}

/** The value of If-Range, or null when nothing identifies the file. */
export function conditionOf({ etag, lastModified }: FileValidators): string | null {
  return etag ?? lastModified;
}

/** Headers of a request for a file (null) or its rest. Some servers refuse a range that ends beyond the file, so none is named. */
export function rangeHeaders(rest: RestOfFile | null): Record<string, string> {
  if (rest === null) return {};
  return {
    range: `bytes=${rest.offset}-`,
    ...(rest.validator === null ? {} : { 'if-range': rest.validator }),
  };
}

/**
 * Whether a response is the rest, from this offset, of the file with these validators. A server may omit a validator in a part that
 * it sent under our condition.
 */
export function continuesFile(
  { status, headers }: Omit<RangeResponse, 'body'>,
  offset: number,
  { etag, lastModified, size }: FileValidators,
): boolean {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  if (status !== 206 || Number(range?.[1]) !== offset) return false;
  const isSame = (before: string | null, now: string | undefined) =>
    before === null || now === undefined || before === now;
  const hasSameSize = size === null || range?.[2] === '*' || Number(range?.[2]) === size;
  return hasSameSize && isSame(etag, headers.etag) && isSame(lastModified, headers['last-modified']);
}

/** The size of the whole file in the Content-Range of a 206 or 416, or null. */
export function totalOf(headers: IncomingHttpHeaders): number | null {
  const total = /^bytes (?:\d+-\d+|\*)\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1];
  return total === undefined ? null : Number(total);
}

function lengthOf(headers: IncomingHttpHeaders): number | null {
  const length = Number(headers['content-length'] ?? NaN);
  return Number.isSafeInteger(length) ? length : null;
}
