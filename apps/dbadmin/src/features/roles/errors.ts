import { AppError, badRequest, conflict, notFound } from '@cairn/service';
import { toOwnedBody } from './mapper.ts';
import type { OwnedInDatabase } from './types.ts';

export function noSuchRole(name: string, problem = 'does not exist') {
  return notFound('dbadmin.no_such_role', `Role "${name}" ${problem}. Choose one from the list.`);
}

export function notAGroup(name: string) {
  return noSuchRole(name, 'is a login role, not a group');
}

export function unknownRoleName() {
  return badRequest('dbadmin.bad_role_name', 'No role can have this name. Choose one from the list.');
}

export function badRoleName(what: string) {
  return badRequest(
    'dbadmin.bad_role_name',
    `The name of a ${what} must start with a letter, a digit or _ and contain only letters, digits, spaces and _ - . @ $. Choose another name.`,
  );
}

export function roleNameTooLong(what: string, maxBytes: number) {
  return badRequest(
    'dbadmin.role_name_too_long',
    `The name of a ${what} must have at most ${maxBytes} bytes in UTF-8. Choose a shorter one.`,
  );
}

export function reservedRole(name: string) {
  return badRequest(
    'dbadmin.reserved_role',
    `"${name}" is reserved for the server or the platform and cannot be created, changed or dropped here. Choose another role.`,
  );
}

export function passwordRequired() {
  return badRequest('dbadmin.no_password', 'A new login role needs a password.');
}

export function badPassword() {
  return badRequest(
    'dbadmin.bad_password',
    'A password cannot contain the NUL character. Choose another one.',
  );
}

export function superuserRequired() {
  return conflict(
    'dbadmin.no_superuser',
    'Only a superuser can grant or revoke SUPERUSER, and the admin role of this connection is not one. Connect as a superuser.',
  );
}

export function grantedByOthers(member: string, group: string) {
  return conflict(
    'dbadmin.granted_by_others',
    `Another role has also added "${member}" to "${group}". That role, or a superuser, must remove it.`,
  );
}

/** For a role that cannot take over the objects of another one. */
export function unsuitableOwner(newOwner: string, role: string, reason: string) {
  return badRequest(
    'dbadmin.bad_heir',
    `"${newOwner}" cannot take over the objects of "${role}": ${reason}. Choose another role.`,
  );
}

export function ownsNewObjects(name: string) {
  return conflict(
    'dbadmin.owns_more',
    `An object was just created for "${name}". Check again what the role owns.`,
  );
}

export function ownsObjects(name: string, owned: OwnedInDatabase[]): AppError {
  const where = owned.map(({ database }) => database).join(', ');
  return ownershipConflict(
    name,
    owned,
    `"${name}" owns objects in ${where}. Choose a role that takes them over (reassign_to), or drop them first.`,
  );
}

export function ownsUnreachable(name: string, owned: OwnedInDatabase[], databases: string[]): AppError {
  return ownershipConflict(
    name,
    owned,
    `"${name}" owns objects or has privileges in databases that do not accept connections (${databases.join(', ')}). Allow connections to them first.`,
  );
}

function ownershipConflict(name: string, owned: OwnedInDatabase[], message: string): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'dbadmin.role_owns_objects',
    message,
    answer: { owned: toOwnedBody(name, owned) },
  });
}

const BUSY: [code: string, sentence: string] = [
  'dbadmin.server_busy',
  'Someone else is changing the same object. Try again in a moment.',
];
const BY_SQLSTATE = new Map<string, [code: string, sentence: string]>([
  ['42710', ['dbadmin.role_taken', 'A role with this name already exists. Choose another name.']],
  [
    '0LP01',
    [
      'dbadmin.membership_cycle',
      'These roles would be members of each other. Remove the other membership first.',
    ],
  ],
  [
    '2BP01',
    [
      'dbadmin.still_in_use',
      'Other objects depend on the role, or on privileges that it granted. Check what it owns, then try again.',
    ],
  ],
  ['42704', ['dbadmin.role_gone', 'A role involved in this no longer exists. Reload the list.']],
  ['55P03', BUSY],
  ['40P01', BUSY],
]);

/** Turns an error with which a server refused a change into a conflict for users. Other errors are returned unchanged. */
export function explainRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === '42939') return reservedRole('This name');
  if (code === '42501') {
    const reason = message.split('\n', 1)[0]?.slice(0, 200);
    return conflict(
      'dbadmin.admin_may_not',
      `The admin role of this connection may not do this on the server (${reason}). Grant it the privilege, or connect as a superuser.`,
    );
  }
  // Concurrent changes of the same catalog row have no error code of their own.
  const explained = message.startsWith('tuple concurrently ') ? BUSY : BY_SQLSTATE.get(code);
  return explained ? conflict(...explained) : error;
}
