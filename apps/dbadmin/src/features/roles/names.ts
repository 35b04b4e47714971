import { badRequest } from '@cairn/service';

const MAX_BYTES = 63;
/** Letters and digits of any script, and what stands inside names and e-mail addresses. No quotes, no separators. */
const SAFE = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_$@.\- ]*$/u;
/** What the grammar of PostgreSQL takes for somebody else. */
const KEYWORDS = new Set(['public', 'none', 'current_user', 'current_role', 'session_user']);

/** A name to look up. What is there may be called whatever the server takes. */
export function readAnyRoleName(name: string): string {
  if (name !== '' && name.isWellFormed() && !name.includes('\0')) return name;
  throw badRequest('dbadmin.bad_role_name', 'No role can be called that; choose one from the list.');
}

/** The name of a role that is to be worked with, or a sentence why it is not taken. */
export function readRoleName(name: string, what = 'role'): string {
  if (!SAFE.test(name) || name.endsWith(' ')) {
    throw badRequest(
      'dbadmin.bad_role_name',
      `The name of a ${what} begins with a letter, a digit or _ and holds letters, digits, spaces and _ - . @ $ only; choose another name.`,
    );
  }
  if (Buffer.byteLength(name) > MAX_BYTES) {
    throw badRequest(
      'dbadmin.role_name_too_long',
      `The name of a ${what} has at most ${MAX_BYTES} bytes in UTF-8; choose a shorter one.`,
    );
  }
  if (KEYWORDS.has(name.toLowerCase())) throw reservedRole(name);
  return name;
}

/** The name of a role that may be made, changed or dropped as far as the name alone tells. */
export function readOwnRoleName(name: string, what?: string): string {
  const read = readRoleName(name, what);
  if (/^pg_/i.test(read) || read === 'postgres') throw reservedRole(read);
  return read;
}

export function reservedRole(name: string) {
  return badRequest(
    'dbadmin.reserved_role',
    `"${name}" is reserved for the server or the platform and cannot be made, changed or dropped here; choose another role.`,
  );
}
