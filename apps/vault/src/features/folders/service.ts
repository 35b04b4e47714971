import { badRequest, forbidden, notFound } from '@cairn/service';
import type { Actor, AuditContext } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { recordAudit } from '../audit/repo.ts';
import { folderArchived } from './open-folder.ts';
import { findFolder, insertFolder, listFolders, setFolderArchived, updateFolder } from './repo.ts';
import type { FolderGroup } from './repo.ts';
import type { Folder, FolderListing } from './types.ts';

export interface FolderInput {
  name: string;
  description: string;
  groupName: string | null;
  cause: AuditContext;
}

export interface FolderService {
  list(actor: Actor, filter: { archived: boolean }): Promise<FolderListing[]>;
  get(actor: Actor, id: number): Promise<FolderListing>;
  create(actor: Actor, input: FolderInput): Promise<FolderListing>;
  /** The group stays as it is. */
  update(actor: Actor, id: number, input: Omit<FolderInput, 'groupName'>): Promise<FolderListing>;
  setArchived(actor: Actor, id: number, change: { archived: boolean; cause: AuditContext }): Promise<void>;
  /** Whether the actor may change folders. */
  mayEdit(actor: Actor): Promise<boolean>;
}

/** Folders group datasets; they do not change permissions on them. */
export function createFolderService({ db, guard }: { db: Db; guard: DatasetGuard }): FolderService {
  async function requireFolder(actor: Actor, id: number): Promise<Folder> {
    const result = await findFolder(db, id, actor);
    if (!result) throw notFound('vault.no_such_folder', `There is no folder ${id}. Go back to the list.`);
    if (!result.opens) {
      throw forbidden(
        'vault.folder_closed',
        'Only the members of a group can open this folder. Ask its owner or an administrator for access.',
      );
    }
    return result.folder;
  }

  /** The folders with the current names of their groups. */
  async function withGroupNames(folders: FolderListing[]): Promise<FolderListing[]> {
    if (folders.every(({ groupId }) => groupId === null)) return folders;
    const names = await guard.groupNames();
    return folders.map((folder) => ({
      ...folder,
      groupName: (folder.groupId === null ? undefined : names.get(folder.groupId)) ?? folder.groupName,
    }));
  }

  async function requireGroup(actor: Actor, name: string): Promise<FolderGroup> {
    if (!actor.isAdmin && !actor.groups.includes(name)) {
      throw forbidden(
        'vault.foreign_group',
        `You are not a member of the group "${name}". Choose one of your own groups, or no group.`,
      );
    }
    for (const [id, groupName] of await guard.groupNames()) if (groupName === name) return { id, name };
    throw badRequest('vault.no_such_group', `There is no group "${name}". Choose one from the list.`);
  }

  async function listing(actor: Actor, id: number): Promise<FolderListing> {
    await requireFolder(actor, id);
    const visible = await guard.visibleDatasets(actor);
    const [folder] = await withGroupNames(await listFolders(db, actor, { archived: false, visible, id }));
    if (!folder) throw notFound('vault.no_such_folder', `The folder ${id} was deleted in the meantime.`);
    return folder;
  }

  return {
    async list(actor, { archived }) {
      const visible = await guard.visibleDatasets(actor);
      return withGroupNames(await listFolders(db, actor, { archived, visible }));
    },

    get: listing,

    async create(actor, input) {
      const group = input.groupName === null ? null : await requireGroup(actor, input.groupName);
      const owner = { id: actor.id, username: actor.username };
      const fields = checkInput(input);
      const id = await db.transaction().execute(async (trx) => {
        const inserted = await insertFolder(trx, { ...fields, group, owner });
        const details = { folder_id: inserted, group: group?.name ?? null };
        const { cause } = input;
        await recordAudit(trx, { event: 'folder.created', cause, subject: fields.name, details });
        return inserted;
      });
      return listing(actor, id);
    },

    async update(actor, id, input) {
      const folder = await requireFolder(actor, id);
      const fields = checkInput(input);
      await db.transaction().execute(async (trx) => {
        if (!(await updateFolder(trx, id, fields))) throw folderArchived(folder);
        const details = { folder_id: id, name_before: folder.name };
        const { cause } = input;
        await recordAudit(trx, { event: 'folder.changed', cause, subject: fields.name, details });
      });
      return listing(actor, id);
    },

    async setArchived(actor, id, { archived, cause }) {
      const { name } = await requireFolder(actor, id);
      const event = archived ? 'folder.archived' : 'folder.restored';
      await db.transaction().execute(async (trx) => {
        if (!(await setFolderArchived(trx, id, archived))) return;
        await recordAudit(trx, { event, cause, subject: name, details: { folder_id: id } });
      });
    },

    mayEdit: (actor) =>
      guard.allows(actor, { resourceType: 'service', resourceKey: 'vault', permission: 'edit' }),
  };
}

/** Removes spaces around the name. @throws {AppError} bad_request when it is empty or has control characters. */
function checkInput({ name, description }: Pick<FolderInput, 'name' | 'description'>) {
  const plain = name.normalize('NFC').trim();
  if (plain === '') throw badRequest('vault.folder_name_missing', 'The folder needs a name.');
  if (/\p{Cc}/u.test(plain)) {
    throw badRequest(
      'vault.bad_folder_name',
      'A folder name cannot contain line breaks or other control characters. Remove them.',
    );
  }
  return { name: plain, description: description.trim() };
}
