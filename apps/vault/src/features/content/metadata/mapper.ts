import type { VaultSchemas } from '@cairn/contracts';
import type { ResourceAccess } from '@cairn/auth';
import { sharingState, toPermissionsBody } from '../../datasets/mapper.ts';
import type { Dataset } from '../../datasets/types.ts';

export function toMetadataBody(
  dataset: Dataset,
  access: ResourceAccess | null,
  folder: { id: number; name: string } | null,
): VaultSchemas['DatasetMetadata'] {
  return {
    name: dataset.name,
    title: dataset.title,
    description: dataset.description,
    tags: dataset.tags,
    citation: dataset.citation,
    attribution: dataset.attribution,
    keywords: dataset.keywords,
    notes: dataset.notes,
    dataset_id: dataset.id,
    created_at: dataset.createdAt.toISOString(),
    archived: dataset.archivedAt !== null,
    ...(access ? { permissions: toPermissionsBody(access.permission), sharing: sharingState(access) } : {}),
    ...(dataset.owner === null ? {} : { owner: dataset.owner }),
    ...(dataset.ownerId === null ? {} : { owner_id: dataset.ownerId }),
    ...(dataset.describedAt ? { updated_at: dataset.describedAt.toISOString() } : {}),
    ...(dataset.describedBy === null ? {} : { updated_by: dataset.describedBy }),
    ...(dataset.archivedAt ? { archived_at: dataset.archivedAt.toISOString() } : {}),
    ...(folder ? { folder_id: folder.id, folder: folder.name } : {}),
  };
}

/** What is said of a dataset that nobody has described, or that is not known. */
export function defaultMetadataBody(name: string): VaultSchemas['DatasetMetadata'] {
  return {
    name,
    title: name,
    description: '',
    tags: [],
    citation: '',
    attribution: '',
    keywords: [],
    notes: '',
    archived: false,
  };
}
