import type { Auth } from '@cairn/auth';
import { hashPassword, passwordProblem } from '@cairn/auth';
import { toAppError } from '@cairn/db';
import { badRequest, notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import {
  canonicalUsername,
  hasInvisibleTextCharacters,
  hasInvisibleCharacters,
  mixesAlphabets,
} from '../../usernames.ts';
import { recordAudit } from '../audit/repo.ts';
import { findGroups, replaceMemberships } from '../groups/repo.ts';
import { keepAnAdministrator } from '../groups/service.ts';
import { deleteSessionsOfUser } from '../sessions/repo.ts';
import { revokeTokensOfUser } from '../tokens/repo.ts';
import { findLookalike, findUser, findUsers, insertUser, updatePassword, updateUser } from './repo.ts';
import type { NewUser, User, UserChange } from './types.ts';

export interface UserService {
  list(search?: string): Promise<User[]>;
  get(id: number): Promise<User>;
  create(user: NewUser, cause: AuditContext): Promise<User>;
  update(id: number, change: UserChange, cause: AuditContext): Promise<User>;
  resetPassword(id: number, reset: PasswordReset, cause: AuditContext): Promise<void>;
}

export interface PasswordReset {
  password: string;
  /** Whether the user must change it at the next sign-in. */
  mustChange: boolean;
}

export function createUserService({ db, auth }: { db: Db; auth: Pick<Auth, 'forget'> }): UserService {
  async function get(id: number): Promise<User> {
    return (await findUser(db, id)) ?? refuseUnknown(id);
  }

  return {
    list: (search) => findUsers(db, search),
    get,

    async create(user, cause) {
      const username = checkedUsername(user.username);
      const email = checkedEmail(user.email);
      const displayName = checkedDisplayName(user.displayName);
      await requireAcceptablePassword(user.password, username);
      const passwordHash = await hashPassword(user.password);
      const { enabled, mustChangePassword } = user;
      const work = db.transaction().execute(async (trx) => {
        const groupIds = await membershipsIn(trx, user.groupIds);
        await requireDistinctLook(trx, username);
        const id = await insertUser(trx, {
          username,
          displayName,
          email,
          passwordHash,
          enabled,
          mustChangePassword,
        });
        await replaceMemberships(trx, id, groupIds);
        await recordAudit(trx, {
          event: 'user.created',
          cause,
          subject: { type: 'user', id, name: username },
          details: { enabled, must_change_password: mustChangePassword, group_ids: groupIds },
        });
        return id;
      });
      return get(await mapConstraintErrors(work));
    },

    async update(id, change, cause) {
      const email = change.email === undefined ? undefined : checkedEmail(change.email);
      const displayName =
        change.displayName === undefined ? undefined : checkedDisplayName(change.displayName);
      const work = db.transaction().execute(async (trx) => {
        const before = (await findUser(trx, id)) ?? refuseUnknown(id);
        await keepAnAdministrator(trx, async () => {
          await updateUser(trx, id, {
            ...(displayName === undefined ? {} : { displayName }),
            ...(email === undefined ? {} : { email }),
            ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
          });
          if (change.groupIds) await replaceMemberships(trx, id, await membershipsIn(trx, change.groupIds));
        });
        if (change.enabled === false) {
          await deleteSessionsOfUser(trx, id);
          // Otherwise leaked tokens would be valid again once the user is enabled.
          await revokeTokensOfUser(trx, id);
        }
        await recordAudit(trx, {
          event: 'user.updated',
          cause,
          subject: { type: 'user', id, name: before.username },
          details: changedFields(before, {
            ...change,
            ...(displayName === undefined ? {} : { displayName }),
            ...(email === undefined ? {} : { email }),
          }),
        });
      });
      await mapConstraintErrors(work);
      auth.forget(id);
      return get(id);
    },

    async resetPassword(id, { password, mustChange }, cause) {
      const user = await get(id);
      await requireAcceptablePassword(password, user.username);
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (trx) => {
        if (!(await updatePassword(trx, id, { to: passwordHash, mustChange }))) refuseUnknown(id);
        await deleteSessionsOfUser(trx, id);
        // Anyone who knew the old password may have created tokens.
        await revokeTokensOfUser(trx, id);
        await recordAudit(trx, {
          event: 'password.reset',
          cause,
          subject: { type: 'user', id, name: user.username },
          details: { must_change_password: mustChange },
        });
      });
      auth.forget(id);
    },
  };
}

/** @throws {AppError} bad_request when the password is too short or too common */
export async function requireAcceptablePassword(password: string, username: string): Promise<void> {
  const problem = await passwordProblem(password, username);
  if (problem !== null) throw badRequest('portal.bad_password', problem);
}

function mapConstraintErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) =>
    Promise.reject(
      toAppError(error, {
        users_username_key: {
          code: 'portal.username_taken',
          message: 'Another user has this username. Choose a different one.',
          kind: 'bad_request',
        },
        group_members_group_id_fkey: {
          code: 'portal.no_such_group',
          message: 'One of the groups was deleted in the meantime. Select the groups again.',
          kind: 'bad_request',
        },
      }),
    ),
  );
}

/** The ids without Public, of which everyone is a member. @throws {AppError} bad_request for an unknown group */
async function membershipsIn(db: Db, groupIds: number[]): Promise<number[]> {
  const ids = [...new Set(groupIds)];
  const groups = await findGroups(db);
  const missing = ids.find((id) => !groups.some((group) => group.id === id));
  if (missing !== undefined) {
    throw badRequest('portal.no_such_group', `Group ${missing} not found.`);
  }
  return ids.filter((id) => groups.find((group) => group.id === id)?.kind !== 'public');
}

function refuseUnknown(id: number): never {
  throw notFound('portal.no_such_user', `User ${id} not found.`);
}

/** Refuses usernames that look alike, so that no user can pass for another. The table refuses identical ones. */
async function requireDistinctLook(db: Db, username: string): Promise<void> {
  const taken = await findLookalike(db, username);
  if (taken === null) return;
  throw badRequest(
    'portal.username_looks_alike',
    `The username looks like "${taken}", which is taken. Choose a different one.`,
  );
}

function checkedUsername(text: string): string {
  const username = canonicalUsername(text);
  if (username === '') throw badRequest('portal.no_username', 'The username is empty. Enter one.');
  if (hasInvisibleCharacters(username)) {
    throw badRequest('portal.bad_username', 'The username contains invisible characters. Remove them.');
  }
  if (mixesAlphabets(username)) {
    throw badRequest(
      'portal.bad_username',
      'The username mixes look-alike letters of different alphabets. Use one alphabet.',
    );
  }
  return username;
}

function checkedEmail(text: string | null): string | null {
  const email = text?.trim() ?? '';
  if (email === '') return null;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw badRequest(
      'portal.bad_email',
      'The email address is not valid. Enter one such as ada@example.org, or leave it empty.',
    );
  }
  return email;
}

function checkedDisplayName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (hasInvisibleTextCharacters(name)) {
    throw badRequest(
      'portal.bad_display_name',
      'The display name contains invisible characters. Remove them.',
    );
  }
  return name;
}

function changedFields(before: User, change: UserChange): Record<string, unknown> {
  return {
    ...(change.displayName !== undefined && change.displayName !== before.displayName
      ? { display_name: change.displayName }
      : {}),
    ...(change.email !== undefined && change.email !== before.email ? { email: change.email } : {}),
    ...(change.enabled !== undefined && change.enabled !== before.enabled ? { enabled: change.enabled } : {}),
    ...(change.groupIds ? { group_ids: change.groupIds, group_ids_before: before.groupIds } : {}),
  };
}
