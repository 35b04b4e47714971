import type { IncomingHttpHeaders } from 'node:http';

const MAX_MS = 3_600_000;

/** Milliseconds of a Retry-After, seconds or a date (RFC 9110, 10.2.3), at most an hour; undefined without one. */
export function readRetryAfter(headers: IncomingHttpHeaders, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_MS);
}
