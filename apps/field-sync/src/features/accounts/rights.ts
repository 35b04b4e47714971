import type { AccessLevel } from '../../db/schema.ts';
import { notYours, onlySuperAdmin, ownAccount, superAdminStays } from './errors.ts';
import type { Account, Editor, Group } from './types.ts';

/**
 * Administrators make users and change those that they made. Only the super-admin makes and changes administrators. `account` is null
 * for a new one. @throws {AppError} unprocessable
 */
export function requireSavable(editor: Editor, account: Account | null, accesslevel: AccessLevel): void {
  if (account?.isSuperAdmin && accesslevel !== 'Admin') throw superAdminStays();
  if (editor.isSuperAdmin) return;
  if (accesslevel === 'Admin' || account?.accesslevel === 'Admin') throw onlySuperAdmin();
  if (account) requireOwned(editor, account, `The user "${account.name}"`);
}

/** @throws {AppError} unprocessable for the caller's own account, the super-admin's, and those that the caller may not change */
export function requireDeletable(editor: Editor, account: Account): void {
  if (account.id === editor.userId) throw ownAccount();
  if (account.isSuperAdmin) throw superAdminStays();
  requireSavable(editor, account, account.accesslevel);
}

/** @throws {AppError} unprocessable for a group that someone else made */
export function requireOwnGroup(editor: Editor, group: Group): void {
  if (!editor.isSuperAdmin) requireOwned(editor, group, `The group "${group.name}"`);
}

function requireOwned(editor: Editor, { ownerId }: { ownerId: number | null }, what: string): void {
  if (editor.userId === null || ownerId !== editor.userId) throw notYours(what);
}
