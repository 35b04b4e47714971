import type { Auth } from '@cairn/auth';
import { hashPassword } from '@cairn/auth';
import { toAppError } from '@cairn/db';
import { badRequest, notFound } from '@cairn/service';
import type { Cause } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { canonicalUsername, hasUnseenCharacters } from '../../names.ts';
import { recordAudit } from '../audit/repo.ts';
import { keepAnAdministrator } from '../groups/last-administrator.ts';
import { findGroups, replaceMemberships } from '../groups/repo.ts';
import { deleteSessionsOfUser } from '../sessions/repo.ts';
import { revokeTokensOfUser } from '../tokens/repo.ts';
import { findUser, findUsers, insertUser, updatePassword, updateUser } from './repo.ts';
import type { NewUser, User, UserChange } from './types.ts';

export interface UserService {
  list(search?: string): Promise<User[]>;
  get(id: number): Promise<User>;
  create(user: NewUser, cause: Cause): Promise<User>;
  update(id: number, change: UserChange, cause: Cause): Promise<User>;
  resetPassword(id: number, password: string, cause: Cause): Promise<void>;
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
      requirePassword(user.password);
      const passwordHash = await hashPassword(user.password);
      const work = db.transaction().execute(async (trx) => {
        const groupIds = await membershipsIn(trx, user.groupIds);
        const id = await insertUser(trx, { username, email, passwordHash, enabled: user.enabled });
        await replaceMemberships(trx, id, groupIds);
        await recordAudit(trx, {
          event: 'user.created',
          cause,
          subject: { type: 'user', id, name: username },
          details: { enabled: user.enabled, group_ids: groupIds },
        });
        return id;
      });
      return get(await settle(work));
    },

    async update(id, change, cause) {
      const email = change.email === undefined ? undefined : checkedEmail(change.email);
      const work = db.transaction().execute(async (trx) => {
        const before = (await findUser(trx, id)) ?? refuseUnknown(id);
        await keepAnAdministrator(trx, async () => {
          await updateUser(trx, id, {
            ...(email === undefined ? {} : { email }),
            ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
          });
          if (change.groupIds) await replaceMemberships(trx, id, await membershipsIn(trx, change.groupIds));
        });
        if (change.enabled === false) {
          await deleteSessionsOfUser(trx, id);
          // Else a leaked token would be valid again as soon as the user is enabled.
          await revokeTokensOfUser(trx, id);
        }
        await recordAudit(trx, {
          event: 'user.updated',
          cause,
          subject: { type: 'user', id, name: before.username },
          details: changedFields(before, { ...change, ...(email === undefined ? {} : { email }) }),
        });
      });
      await settle(work);
      auth.forget(id);
      return get(id);
    },

    async resetPassword(id, password, cause) {
      requirePassword(password);
      const user = await get(id);
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (trx) => {
        if (!(await updatePassword(trx, id, { to: passwordHash }))) refuseUnknown(id);
        await deleteSessionsOfUser(trx, id);
        // Whoever knew the old password may have minted some.
        await revokeTokensOfUser(trx, id);
        await recordAudit(trx, {
          event: 'password.reset',
          cause,
          subject: { type: 'user', id, name: user.username },
        });
      });
      auth.forget(id);
    },
  };
}

function settle<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) =>
    Promise.reject(
      toAppError(error, {
        users_username_key: {
          code: 'portal.username_taken',
          message: 'Another user has this username; choose a different one.',
          kind: 'bad_request',
        },
        group_members_group_id_fkey: {
          code: 'portal.no_such_group',
          message: 'One of the groups was deleted at the same moment; choose from the list of groups again.',
          kind: 'bad_request',
        },
      }),
    ),
  );
}

/** The groups that a user can be in: all must exist, and everybody is in Public without being listed. */
async function membershipsIn(db: Db, groupIds: number[]): Promise<number[]> {
  const wanted = [...new Set(groupIds)];
  const groups = await findGroups(db);
  const missing = wanted.find((id) => !groups.some((group) => group.id === id));
  if (missing !== undefined) {
    throw badRequest(
      'portal.no_such_group',
      `There is no group with id ${missing}; choose from the list of groups.`,
    );
  }
  return wanted.filter((id) => groups.find((group) => group.id === id)?.kind !== 'public');
}

function refuseUnknown(id: number): never {
  throw notFound('portal.no_such_user', `There is no user with id ${id}.`);
}

function checkedUsername(text: string): string {
  const username = canonicalUsername(text);
  if (username === '') throw badRequest('portal.no_username', 'The username is empty; enter one.');
  if (hasUnseenCharacters(username)) {
    throw badRequest('portal.bad_username', 'The username holds invisible characters; remove them.');
  }
  return username;
}

function checkedEmail(text: string | null): string | null {
  const email = text?.trim() ?? '';
  if (email === '') return null;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    throw badRequest(
      'portal.bad_email',
      'This is no email address; enter one such as ada@example.org, or none.',
    );
  }
  return email;
}

function requirePassword(password: string): void {
  if (password.trim() === '') throw badRequest('portal.no_password', 'The password is empty; enter one.');
}

function changedFields(before: User, change: UserChange): Record<string, unknown> {
  return {
    ...(change.email !== undefined && change.email !== before.email ? { email: change.email } : {}),
    ...(change.enabled !== undefined && change.enabled !== before.enabled ? { enabled: change.enabled } : {}),
    ...(change.groupIds ? { group_ids: change.groupIds, group_ids_before: before.groupIds } : {}),
  };
}
