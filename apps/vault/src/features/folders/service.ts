import { badRequest, forbidden, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import type { DatasetGuard } from '../access/dataset-guard.ts';
import { folderArchived } from './open-folder.ts';
import { findFolder, insertFolder, listFolders, setFolderArchived, updateFolder } from './repo.ts';
import type { FolderGroup } from './repo.ts';
import type { Folder, FolderListing } from './types.ts';

export interface FolderInput {
  name: string;
  description: string;
  groupName: string | null;
}

export interface FolderService {
  list(actor: Actor, filter: { archived: boolean }): Promise<FolderListing[]>;
  get(actor: Actor, id: number): Promise<FolderListing>;
  create(actor: Actor, input: FolderInput): Promise<FolderListing>;
  /** The group stays as it is. */
  update(actor: Actor, id: number, input: Omit<FolderInput, 'groupName'>): Promise<FolderListing>;
  setArchived(actor: Actor, id: number, archived: boolean): Promise<void>;
  /** Whether the actor may change folders at all. */
  mayEdit(actor: Actor): Promise<boolean>;
}

/** Folders hold datasets together; they give no right on a dataset, and take none away. */
export function createFolderService({ db, guard }: { db: Db; guard: DatasetGuard }): FolderService {
  async function opened(actor: Actor, id: number): Promise<Folder> {
    const found = await findFolder(db, id, actor);
    if (!found) throw notFound('vault.no_such_folder', `There is no folder ${id}. Go back to the list.`);
    if (!found.opens) {
      throw forbidden(
        'vault.folder_closed',
        'This folder is for the members of a group. Ask its owner or an administrator for access.',
      );
    }
    return found.folder;
  }

  /** The folders with the current names of their groups. */
  async function named(folders: FolderListing[]): Promise<FolderListing[]> {
    if (folders.every(({ groupId }) => groupId === null)) return folders;
    const names = await guard.groupNames();
    return folders.map((folder) => ({
      ...folder,
      groupName: (folder.groupId === null ? undefined : names.get(folder.groupId)) ?? folder.groupName,
    }));
  }

  async function groupNamed(actor: Actor, name: string): Promise<FolderGroup> {
    if (!actor.isAdmin && !actor.groups.includes(name)) {
      throw forbidden(
        'vault.foreign_group',
        `You are not a member of the group "${name}". Choose one of your own groups, or no group.`,
      );
    }
    for (const [id, known] of await guard.groupNames()) if (known === name) return { id, name };
    throw badRequest('vault.no_such_group', `There is no group "${name}". Choose one from the list.`);
  }

  async function listing(actor: Actor, id: number): Promise<FolderListing> {
    const { id: known } = await opened(actor, id);
    const visible = await guard.visibleDatasets(actor);
    const [folder] = await named(await listFolders(db, actor, { archived: false, visible, id: known }));
    if (!folder) throw notFound('vault.no_such_folder', `There is no folder ${id} any more.`);
    return folder;
  }

  return {
    async list(actor, { archived }) {
      const visible = await guard.visibleDatasets(actor);
      return named(await listFolders(db, actor, { archived, visible }));
    },

    get: listing,

    async create(actor, input) {
      const group = input.groupName === null ? null : await groupNamed(actor, input.groupName);
      const owner = { id: actor.id, username: actor.username };
      const id = await insertFolder(db, { ...checked(input), group, owner });
      return listing(actor, id);
    },

    async update(actor, id, input) {
      const folder = await opened(actor, id);
      if (!(await updateFolder(db, folder.id, checked(input)))) throw folderArchived(folder);
      return listing(actor, id);
    },

    async setArchived(actor, id, archived) {
      const folder = await opened(actor, id);
      await setFolderArchived(db, folder.id, archived);
    },

    mayEdit: (actor) =>
      guard.allows(actor, { resourceType: 'service', resourceKey: 'vault', permission: 'edit' }),
  };
}

/** The name without spaces around it. @throws {AppError} bad_request when it is empty or has control characters. */
function checked({ name, description }: Pick<FolderInput, 'name' | 'description'>) {
  const plain = name.normalize('NFC').trim();
  if (plain === '') throw badRequest('vault.folder_name_missing', 'The folder needs a name.');
  if (/\p{Cc}/u.test(plain)) {
    throw badRequest(
      'vault.bad_folder_name',
      'The name of a folder cannot hold line breaks or other control characters; leave them out.',
    );
  }
  return { name: plain, description: description.trim() };
}
