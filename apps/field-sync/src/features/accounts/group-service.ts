import { inTransaction } from '@cairn/db';
import type { AuditContext } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { MAX_NAME, readId, readIds, requireId, requireLine } from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { CONSTRAINTS, noSuchGroup } from './errors.ts';
import {
  deleteGroup,
  insertGroup,
  listGroups,
  lockGroup,
  renameGroup,
  replaceProjectsOfGroup,
  replaceUsersOfGroup,
} from './group-repo.ts';
import { requireExisting } from './require-existing.ts';
import { requireOwnGroup } from './rights.ts';
import type { Editor, ListedGroup } from './types.ts';

/** Fields of a form as they are sent. */
export interface GroupForm {
  id?: string;
  name?: string;
  'project_ids[]'?: string[];
  'user_ids[]'?: string[];
}

export type GroupService = ReturnType<typeof createGroupService>;

/** Groups of users. Members may see the projects of their groups. */
export function createGroupService({ db }: { db: Db }) {
  return {
    /** By name. */
    list: (): Promise<ListedGroup[]> => listGroups(db),

    /**
     * Creates a group, or replaces the one with the form's id. It has the projects of the form, none if that has none; users that the
     * form leaves out stay. Returns id and name.
     * @throws {AppError} bad_request for a field, not_found, unprocessable, conflict for a name that another group has
     */
    async save(form: GroupForm, editor: Editor, cause: AuditContext): Promise<{ id: number; name: string }> {
      const id = readId('id', form.id);
      const name = requireLine('name', form.name, MAX_NAME);
      const projectIds = readIds('project_ids[]', form['project_ids[]']);
      const userIds = form['user_ids[]'] && readIds('user_ids[]', form['user_ids[]']);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockGroup(trx, id);
        if (id !== null && !before) throw noSuchGroup(id);
        if (before) requireOwnGroup(editor, before);
        const savedId = before?.id ?? (await insertGroup(trx, name, editor.userId));
        if (before) await renameGroup(trx, before.id, name);
        await requireExisting(trx, 'project', projectIds);
        await replaceProjectsOfGroup(trx, savedId, projectIds);
        if (userIds) {
          await requireExisting(trx, 'user', userIds);
          await replaceUsersOfGroup(trx, savedId, userIds);
        }
        await recordAudit(trx, {
          event: before ? 'group.changed' : 'group.created',
          ...{ cause, objectId: savedId, subject: name },
          details: { projects: projectIds, ...(userIds ? { users: userIds } : {}) },
        });
        return { id: savedId, name };
      });
    },

    /** Returns the name. @throws {AppError} not_found, unprocessable */
    async remove(form: GroupForm, editor: Editor, cause: AuditContext): Promise<string> {
      const id = requireId('id', form.id);
      return db.transaction().execute(async (trx) => {
        const group = await lockGroup(trx, id);
        if (!group) throw noSuchGroup(id);
        requireOwnGroup(editor, group);
        await deleteGroup(trx, id);
        await recordAudit(trx, { event: 'group.deleted', cause, objectId: id, subject: group.name });
        return group.name;
      });
    },
  };
}
