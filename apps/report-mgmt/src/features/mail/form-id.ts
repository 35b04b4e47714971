import { badRequest } from '@cairn/service';
import type { AppError } from '@cairn/service';

const MAX_ID = 2 ** 31 - 1;

/** The id of a form; null where it is empty, as in the form of something new. @throws {AppError} bad_request for anything else */
export function readFormId(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  const id = /^[1-9]\d{0,9}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (!(id <= MAX_ID)) throw badId('id must be a positive whole number.');
  return id;
}

/** The id of what a form deletes. @throws {AppError} bad_request without one, and for anything else */
export function requireFormId(text: string | undefined): number {
  const id = readFormId(text);
  if (id === null) throw badId('Send the id of what to delete.');
  return id;
}

function badId(message: string): AppError {
  return badRequest('report-mgmt.bad_id', message);
}
