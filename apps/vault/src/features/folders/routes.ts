import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import { respond } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import { toFolderBody } from './mapper.ts';
import type { FolderService } from './service.ts';
import type { FolderListing } from './types.ts';

type Operation =
  'listFolders' | 'createFolder' | 'getFolder' | 'updateFolder' | 'archiveFolder' | 'restoreFolder';

export function folderRoutes({ folders }: { folders: FolderService }): Handlers<VaultOperations, Operation> {
  const shown = async (actor: Actor, folder: FolderListing): Promise<VaultSchemas['Folder']> =>
    toFolderBody(folder, actor, await folders.mayEdit(actor));

  return {
    async listFolders({ query }, actor) {
      const [found, mayEdit] = await Promise.all([
        folders.list(actor, { archived: query.archived === 'only' }),
        folders.mayEdit(actor),
      ]);
      return found.map((folder) => toFolderBody(folder, actor, mayEdit));
    },

    async createFolder({ body }, actor) {
      const { name, description = '', group_name: group } = body;
      const created = await folders.create(actor, { name, description, groupName: group?.trim() || null });
      return respond(201, await shown(actor, created));
    },

    getFolder: async ({ path }, actor) => shown(actor, await folders.get(actor, path.id)),

    async updateFolder({ path, body }, actor) {
      const { name, description = '' } = body;
      return shown(actor, await folders.update(actor, path.id, { name, description }));
    },

    async archiveFolder({ path }, actor) {
      await folders.setArchived(actor, path.id, true);
      return { success: true };
    },

    async restoreFolder({ path }, actor) {
      await folders.setArchived(actor, path.id, false);
      return { success: true };
    },
  };
}
