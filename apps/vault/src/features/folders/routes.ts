import type { VaultOperations, VaultSchemas } from '@cairn/contracts';
import { auditContext, respond } from '@cairn/service';
import type { Actor, Handlers } from '@cairn/service';
import { toFolderBody } from './mapper.ts';
import type { FolderService } from './service.ts';
import type { FolderListing } from './types.ts';

type Operation =
  'listFolders' | 'createFolder' | 'getFolder' | 'updateFolder' | 'archiveFolder' | 'restoreFolder';

export function folderRoutes({ folders }: { folders: FolderService }): Handlers<VaultOperations, Operation> {
  const toBody = async (actor: Actor, folder: FolderListing): Promise<VaultSchemas['Folder']> =>
    toFolderBody(folder, actor, await folders.mayEdit(actor));

  return {
    async listFolders({ query }, actor) {
      const [listed, mayEdit] = await Promise.all([
        folders.list(actor, { archived: query.archived === 'only' }),
        folders.mayEdit(actor),
      ]);
      return listed.map((folder) => toFolderBody(folder, actor, mayEdit));
    },

    async createFolder({ body }, actor, call) {
      const { name, description = '', group_name: group } = body;
      const created = await folders.create(actor, {
        name,
        description,
        groupName: group?.trim() || null,
        cause: auditContext(actor, call),
      });
      return respond(201, await toBody(actor, created));
    },

    getFolder: async ({ path }, actor) => toBody(actor, await folders.get(actor, path.id)),

    async updateFolder({ path, body }, actor, call) {
      const { name, description = '' } = body;
      const change = { name, description, cause: auditContext(actor, call) };
      return toBody(actor, await folders.update(actor, path.id, change));
    },

    async archiveFolder({ path }, actor, call) {
      await folders.setArchived(actor, path.id, { archived: true, cause: auditContext(actor, call) });
      return { success: true };
    },

    async restoreFolder({ path }, actor, call) {
      await folders.setArchived(actor, path.id, { archived: false, cause: auditContext(actor, call) });
      return { success: true };
    },
  };
}
