import { hashPassword, passwordProblem } from '@cairn/auth';
import { inTransaction } from '@cairn/db';
import type { AuditContext } from '@cairn/service';
import type { AccessLevel, Db } from '../../db/schema.ts';
import { invalidField, passwordMissing } from '../actions/errors.ts';
import {
  MAX_NAME,
  readId,
  readIds,
  readLine,
  readPassword,
  requireId,
  requireLine,
} from '../actions/read-fields.ts';
import { recordAudit } from '../audit/repo.ts';
import { badPassword, CONSTRAINTS, noSuchUser } from './errors.ts';
import { replaceGroupsOfUser } from './group-repo.ts';
import { requireExisting } from './require-existing.ts';
import { requireDeletable, requireSavable } from './rights.ts';
import type { AccountFields, Editor, ListedAccount } from './types.ts';
import { deleteUser, endSessionsOf, insertUser, listUsers, lockUser, updateUser } from './user-repo.ts';

/** Fields of a form as they are sent. */
export interface UserForm {
  id?: string;
  name?: string;
  email?: string;
  password?: string;
  accesslevel?: string;
  'group_ids[]'?: string[];
}

export type UserService = ReturnType<typeof createUserService>;

const LEVELS: readonly AccessLevel[] = ['Admin', 'User'];
const MAX_EMAIL = 254;
/** One @ with a text on each side; whether mail arrives there shows when some is sent. */
const EMAIL = /^[^\s@<>",;]+@[^\s@<>",;]+$/;

/** The accounts of local mode. */
export function createUserService({ db }: { db: Db }) {
  return {
    /** By name. */
    list: (): Promise<ListedAccount[]> => listUsers(db),

    /**
     * Creates a user, or replaces the one with the form's id; a blank password stays as it is, and groups that the form leaves out too.
     * Whose password or level changes is signed out. Returns id and name.
     * @throws {AppError} bad_request for a field, not_found, unprocessable, conflict for an address that another user has
     */
    async save(form: UserForm, editor: Editor, cause: AuditContext): Promise<{ id: number; name: string }> {
      const id = readId('id', form.id);
      const fields = readFields(form);
      const groupIds = form['group_ids[]'] && readIds('group_ids[]', form['group_ids[]']);
      const password = await readNewPassword(form.password, { isNew: id === null, name: fields.email });
      const passwordHash = password === '' ? null : await hashPassword(password);
      return inTransaction(db, CONSTRAINTS, async (trx) => {
        const before = id === null ? null : await lockUser(trx, id);
        if (id !== null && !before) throw noSuchUser(id);
        requireSavable(editor, before, fields.accesslevel);
        const savedId =
          before?.id ??
          (await insertUser(trx, { ...fields, passwordHash: passwordHash!, ownerId: editor.userId }));
        if (before) await updateUser(trx, before.id, { ...fields, passwordHash });
        const isSignedOut = before !== null && (password !== '' || before.accesslevel !== fields.accesslevel);
        if (isSignedOut) await endSessionsOf(trx, savedId);
        if (groupIds) {
          await requireExisting(trx, 'group', groupIds);
          await replaceGroupsOfUser(trx, savedId, groupIds);
        }
        await recordAudit(trx, {
          event: before ? 'user.changed' : 'user.created',
          ...{ cause, objectId: savedId, subject: fields.name },
          details: {
            email: fields.email,
            accesslevel: fields.accesslevel,
            password_changed: password !== '',
          },
        });
        return { id: savedId, name: fields.name };
      });
    },

    /** Returns the name. @throws {AppError} not_found, unprocessable also for one's own account */
    async remove(form: UserForm, editor: Editor, cause: AuditContext): Promise<string> {
      const id = requireId('id', form.id);
      return db.transaction().execute(async (trx) => {
        const account = await lockUser(trx, id);
        if (!account) throw noSuchUser(id);
        requireDeletable(editor, account);
        await deleteUser(trx, id);
        await recordAudit(trx, { event: 'user.deleted', cause, objectId: id, subject: account.name });
        return account.name;
      });
    },
  };
}

function readFields(form: UserForm): AccountFields {
  const name = requireLine('name', form.name, MAX_NAME);
  const email = requireLine('email', form.email, MAX_EMAIL);
  if (!EMAIL.test(email)) throw invalidField('email must be an address such as ada@example.org.');
  const text = readLine('accesslevel', form.accesslevel, 20);
  const accesslevel = LEVELS.find((each) => each === (text === '' ? 'User' : text));
  if (!accesslevel) throw invalidField('accesslevel must be Admin or User.');
  return { name, email, accesslevel };
}

async function readNewPassword(
  value: string | undefined,
  { isNew, name }: { isNew: boolean; name: string },
): Promise<string> {
  const password = readPassword(value);
  if (password === '' && isNew) throw passwordMissing();
  const problem = password === '' ? null : await passwordProblem(password, name);
  if (problem !== null) throw badPassword(problem);
  return password;
}
