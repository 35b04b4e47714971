import type { VaultOperations } from '@cairn/contracts';
import { notFound } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { pagePath } from '../../page-path.ts';
import { cloneDataset } from './clone.ts';
import { deleteDataset } from './deletion.ts';
import { moveDataset } from './move.ts';
import type { LifecycleDeps } from './deps.ts';
import { renameDataset } from './rename.ts';
import { setArchived } from './lifecycle-repo.ts';

type Operation =
  'renameDataset' | 'archiveDataset' | 'restoreDataset' | 'cloneDataset' | 'moveDataset' | 'deleteDataset';

export function lifecycleRoutes(parts: LifecycleDeps): Handlers<VaultOperations, Operation> {
  async function archive(name: string, archived: boolean): Promise<{ success: boolean }> {
    if (!(await setArchived(parts.db, name, archived)))
      throw notFound('vault.no_such_dataset', `There is no dataset "${name}"; check its name.`);
    return { success: true };
  }

  return {
    async renameDataset({ path, body }) {
      return { success: true, name: await renameDataset(parts, path.name, body.name) };
    },

    archiveDataset: ({ path }) => archive(path.name, true),

    restoreDataset: ({ path }) => archive(path.name, false),

    async cloneDataset({ path, body }, actor, call) {
      const clone = await cloneDataset(parts, actor, {
        source: path.name,
        name: body?.name ?? '',
        withMetadata: body?.clone_metadata ?? true,
        withVersions: body?.clone_versions ?? false,
      });
      return {
        success: true,
        name: clone.name,
        dataset_id: clone.id,
        source: path.name,
        versions: clone.versions,
        latest_version: clone.latest.version,
        latest_version_id: clone.latest.id,
        url: pagePath(clone.name, call.basePath),
      };
    },

    async moveDataset({ path, body }, actor) {
      await moveDataset(parts, actor, { name: path.name, folderId: body.folder_id });
      return { success: true };
    },

    async deleteDataset({ path, query }) {
      await deleteDataset(parts, path.name, { confirmed: query.confirm === 'true' });
      return { success: true };
    },
  };
}
