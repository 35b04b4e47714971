import type { Auth } from '@cairn/auth';
import { isForeignKeyViolation, toAppError } from '@cairn/db';
import { badRequest, notFound } from '@cairn/service';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { hasInvisibleTextCharacters } from '../../usernames.ts';
import { recordAudit } from '../audit/repo.ts';
import type { AuditEventName } from '../audit/types.ts';
import {
  addMember,
  countEnabledAdministrators,
  deleteGroup,
  findGroup,
  findGroups,
  insertGroup,
  lockAdministrators,
  removeMember,
  updateGroup,
} from './repo.ts';
import type { Group } from './types.ts';

export interface GroupInput {
  name: string;
  /** Unchanged when undefined. */
  description?: string;
}

export interface Membership {
  groupId: number;
  userId: number;
}

export interface GroupService {
  list(): Promise<Group[]>;
  get(id: number): Promise<Group>;
  create(input: GroupInput, cause: AuditContext): Promise<Group>;
  update(id: number, input: GroupInput, cause: AuditContext): Promise<Group>;
  delete(id: number, cause: AuditContext): Promise<void>;
  addUser(membership: Membership, cause: AuditContext): Promise<void>;
  removeUser(membership: Membership, cause: AuditContext): Promise<void>;
}

interface GroupDeps {
  db: Db;
  auth: Pick<Auth, 'forget'>;
  /** Of the users, which build on groups. */
  findUser(db: Db, id: number): Promise<{ username: string } | null>;
}

export function createGroupService({ db, auth, findUser }: GroupDeps): GroupService {
  async function get(id: number, handle: Db = db): Promise<Group> {
    const group = await findGroup(handle, id);
    return group ?? refuseUnknown(id);
  }

  return {
    list: () => findGroups(db),
    get: (id) => get(id),

    async create(input, cause) {
      const name = checkedName(input.name);
      const id = await mapConstraintErrors(
        db.transaction().execute(async (trx) => {
          const id = await insertGroup(trx, { name, description: input.description ?? '' });
          await recordAudit(trx, groupEvent('group.created', cause, { id, name }));
          return id;
        }),
      );
      return get(id);
    },

    async update(id, input, cause) {
      const name = checkedName(input.name);
      await mapConstraintErrors(
        db.transaction().execute(async (trx) => {
          const group = await get(id, trx);
          if (group.kind && name !== group.name) {
            throw badRequest(
              'portal.protected_group',
              `The group ${group.name} is built-in and cannot be renamed.`,
            );
          }
          const fields = { name, description: input.description ?? group.description };
          if (!(await updateGroup(trx, id, fields))) refuseUnknown(id);
          await recordAudit(trx, {
            ...groupEvent('group.updated', cause, { id, name }),
            details: { name_before: group.name },
          });
        }),
      );
      auth.forget();
      return get(id);
    },

    async delete(id, cause) {
      await db.transaction().execute(async (trx) => {
        const group = await get(id, trx);
        if (group.kind)
          throw badRequest(
            'portal.protected_group',
            `The group ${group.name} is built-in and cannot be deleted.`,
          );
        if (!(await deleteGroup(trx, id))) refuseUnknown(id);
        await recordAudit(trx, groupEvent('group.deleted', cause, group));
      });
      auth.forget();
    },

    async addUser({ groupId, userId }, cause) {
      const work = db.transaction().execute(async (trx) => {
        const group = await get(groupId, trx);
        const user = await findUser(trx, userId);
        if (!user) throw badRequest('portal.no_such_user', `User ${userId} not found.`);
        // Everyone is a member of Public without a row.
        if (group.kind === 'public' || !(await addMember(trx, groupId, userId))) return;
        await recordAudit(trx, {
          ...groupEvent('group.member_added', cause, group),
          details: { user_id: userId, username: user.username },
        });
      });
      // The group may have been deleted after it was read.
      await work.catch((error: unknown) =>
        isForeignKeyViolation(error, 'group_members_group_id_fkey')
          ? refuseUnknown(groupId)
          : Promise.reject(error),
      );
      auth.forget(userId);
    },

    async removeUser({ groupId, userId }, cause) {
      await db.transaction().execute(async (trx) => {
        const group = await findGroup(trx, groupId);
        const user = await findUser(trx, userId);
        if (!group || !user) return;
        await keepAnAdministrator(trx, async () => {
          if (!(await removeMember(trx, groupId, userId))) return;
          await recordAudit(trx, {
            ...groupEvent('group.member_removed', cause, group),
            details: { user_id: userId, username: user.username },
          });
        });
      });
      auth.forget(userId);
    },
  };
}

/**
 * Runs a change of users or memberships within a transaction, unless it would leave the platform without an enabled
 * administrator. A platform without one, before its setup is complete, may change.
 * @throws {AppError} bad_request
 */
export async function keepAnAdministrator(trx: Db, change: () => Promise<void>): Promise<void> {
  await lockAdministrators(trx);
  const before = await countEnabledAdministrators(trx);
  await change();
  if (before > 0 && (await countEnabledAdministrators(trx)) === 0) {
    throw badRequest(
      'portal.last_administrator',
      'This would leave the platform without an administrator. Add another user to Administrators first.',
    );
  }
}

function refuseUnknown(id: number): never {
  throw notFound('portal.no_such_group', `Group ${id} not found.`);
}

function groupEvent(event: AuditEventName, cause: AuditContext, group: { id: number; name: string }) {
  return { event, cause, subject: { type: 'group' as const, id: group.id, name: group.name } };
}

function mapConstraintErrors<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) =>
    Promise.reject(
      toAppError(error, {
        groups_name_key: {
          code: 'portal.group_name_taken',
          message: 'Another group has this name. Choose a different one.',
          kind: 'bad_request',
        },
      }),
    ),
  );
}

function checkedName(text: string): string {
  const name = text.normalize('NFC').trim();
  if (name === '') throw badRequest('portal.no_group_name', 'The group has no name. Enter one.');
  if (hasInvisibleTextCharacters(name)) {
    throw badRequest(
      'portal.bad_group_name',
      'The name of the group contains invisible characters. Remove them.',
    );
  }
  return name;
}
