import { badRequest, notFound, unprocessable } from '@cairn/service';
import type { AppError } from '@cairn/service';

export function noSuchUser(id: number): AppError {
  return notFound('field_sync.no_such_user', `There is no user ${id}. Go back to the list.`);
}

export function noSuchGroup(id: number): AppError {
  return notFound('field_sync.no_such_group', `There is no group ${id}. Go back to the list.`);
}

/** `noun` is such as `project`. */
export function unknownMembers(noun: string, ids: readonly number[]): AppError {
  const missing = ids.length === 1 ? `is no ${noun}` : `are no ${noun}s`;
  return badRequest('field_sync.no_such_member', `There ${missing} ${ids.join(', ')}. Choose others.`);
}

export function onlySuperAdmin(): AppError {
  return unprocessable(
    'field_sync.super_admin_only',
    'Only the first administrator can create or change administrators. Ask that person.',
  );
}

export function notYours(what: string): AppError {
  return unprocessable(
    'field_sync.not_yours',
    `${what} was created by someone else. Ask that person to change it.`,
  );
}

export function ownAccount(): AppError {
  return unprocessable(
    'field_sync.own_account',
    'You cannot delete your own account. Ask another administrator.',
  );
}

export function superAdminStays(): AppError {
  return unprocessable(
    'field_sync.super_admin_stays',
    'The first administrator cannot be deleted and stays an administrator.',
  );
}

export function badPassword(problem: string): AppError {
  return badRequest('field_sync.password_refused', problem);
}

export const CONSTRAINTS = {
  users_email_key: {
    code: 'field_sync.email_taken',
    message: 'There is already a user with this address. Enter another one.',
  },
  groups_name_key: {
    code: 'field_sync.group_exists',
    message: 'There is already a group with this name. Choose another name.',
  },
};
