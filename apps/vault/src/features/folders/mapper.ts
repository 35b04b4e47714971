import type { VaultSchemas } from '@cairn/contracts';
import type { FolderListing } from './types.ts';
import type { FolderViewer } from '../access/repo.ts';

export function toFolderBody(
  folder: FolderListing,
  viewer: FolderViewer,
  mayEdit: boolean,
): VaultSchemas['Folder'] {
  const owns = viewer.isAdmin || (viewer.id !== null && folder.ownerId === viewer.id);
  return {
    id: folder.id,
    name: folder.name,
    owner: folder.owner,
    owner_id: folder.ownerId,
    group_name: folder.groupName,
    updated_at: folder.updatedAt.toISOString(),
    archived: folder.archivedAt !== null,
    archived_at: folder.archivedAt?.toISOString() ?? null,
    dataset_count: folder.datasetCount,
    permissions: { view: true, edit: mayEdit, admin: owns && mayEdit },
    ...(folder.description ? { description: folder.description } : {}),
  };
}
