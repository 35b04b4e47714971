import { badRequest } from '@cairn/service';

/** @throws {AppError} bad_request for what cannot be the key of a report */
export function checkKey(key: string): string {
  if (/^[a-z0-9_-]{1,100}$/.test(key)) return key;
  throw badRequest(
    'report-server.bad_key',
    `"${key}" is not a valid key of a report. Use letters, digits, dashes and underscores, at most 100.`,
  );
}
