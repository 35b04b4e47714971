import { badRoleName, reservedRole, roleNameTooLong, unknownRoleName } from './errors.ts';

const MAX_BYTES = 63;
/** Letters and digits of any script, and the punctuation of names and e-mail addresses, without quotes and separators. */
const SAFE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_$@.\- ]*$/u;
/** Words that PostgreSQL reads as other roles. */
const KEYWORDS = new Set(['public', 'none', 'current_user', 'current_role', 'session_user']);

/** Validates a name to look up. Existing roles may have any name. @throws {AppError} bad_request */
export function readAnyRoleName(name: string): string {
  if (name !== '' && name.isWellFormed() && !name.includes('\0')) return name;
  throw unknownRoleName();
}

/** Validates the name of a role. @throws {AppError} bad_request */
export function readRoleName(name: string, what = 'role'): string {
  if (!SAFE.test(name) || name.endsWith(' ')) throw badRoleName(what);
  if (Buffer.byteLength(name) > MAX_BYTES) throw roleNameTooLong(what, MAX_BYTES);
  if (KEYWORDS.has(name.toLowerCase())) throw reservedRole(name);
  return name;
}

/** Validates the name of a role that is to be created, changed or dropped. @throws {AppError} bad_request */
export function readEditableRoleName(name: string, what?: string): string {
  const valid = readRoleName(name, what);
  if (/^pg_/i.test(valid) || valid === 'postgres') throw reservedRole(valid);
  return valid;
}
