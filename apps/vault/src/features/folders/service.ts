import { badRequest, forbidden, notFound } from '@cairn/service';
import type { Actor } from '@cairn/service';
import type { Db } from '../../db/handle.ts';
import { RESOURCE_TYPE } from '../datasets/service.ts';
import type { DatasetGuard } from '../datasets/service.ts';
import { folderArchived } from './open-folder.ts';
import { findFolder, insertFolder, listFolders, setFolderArchived, updateFolder } from './repo.ts';
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
    if (!found) throw notFound('vault.no_such_folder', `There is no folder ${id}; go back to the list.`);
    if (!found.opens) {
      throw forbidden(
        'vault.folder_closed',
        'This folder is for the members of a group; ask its owner or an administrator.',
      );
    }
    return found.folder;
  }

  async function listing(actor: Actor, id: number): Promise<FolderListing> {
    const { id: known } = await opened(actor, id);
    const visible = await guard.visibleKeys(actor, RESOURCE_TYPE, 'view');
    const [folder] = await listFolders(db, actor, { archived: false, visible, id: known });
    if (!folder) throw notFound('vault.no_such_folder', `There is no folder ${id} any more.`);
    return folder;
  }

  return {
    async list(actor, { archived }) {
      const visible = await guard.visibleKeys(actor, RESOURCE_TYPE, 'view');
      return listFolders(db, actor, { archived, visible });
    },

    get: listing,

    async create(actor, input) {
      const { groupName } = input;
      if (groupName !== null && !actor.isAdmin && !actor.groups.includes(groupName)) {
        throw forbidden(
          'vault.foreign_group',
          `You are no member of the group "${groupName}"; choose one of your own groups, or none.`,
        );
      }
      const owner = { id: actor.id, username: actor.username };
      const id = await insertFolder(db, { ...named(input), groupName, owner });
      return listing(actor, id);
    },

    async update(actor, id, input) {
      const folder = await opened(actor, id);
      if (!(await updateFolder(db, folder.id, named(input)))) throw folderArchived(folder);
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

/** Kept as people mean it: no blanks around, no characters that nobody sees. */
function named({ name, description }: Pick<FolderInput, 'name' | 'description'>) {
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
