import type { VaultSchemas } from '@cairn/contracts';
import { toAccessBody } from '../access/dataset-guard.ts';
import { toVersionBody } from '../versions/mapper.ts';
import type { Version, Description } from '../versions/types.ts';
import type { DatasetSummary, DescribedDataset } from './types.ts';

export function toListingBody(dataset: DatasetSummary, versions: Version[]): VaultSchemas['DatasetListing'] {
  return {
    name: dataset.name,
    title: dataset.title,
    type: dataset.type,
    latest_version: dataset.version,
    version_count: versions.length,
    versions: versions.map(toVersionBody),
  };
}

export function toMetadataBody({
  dataset,
  access,
  folder,
}: DescribedDataset): VaultSchemas['DatasetMetadata'] {
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
    resource_key: dataset.resourceKey,
    created_at: dataset.createdAt.toISOString(),
    archived: dataset.archivedAt !== null,
    ...(access ? toAccessBody(access) : {}),
    ...(dataset.owner === null ? {} : { owner: dataset.owner }),
    ...(dataset.ownerId === null ? {} : { owner_id: dataset.ownerId }),
    ...(dataset.describedAt ? { updated_at: dataset.describedAt.toISOString() } : {}),
    ...(dataset.describedBy === null ? {} : { updated_by: dataset.describedBy }),
    ...(dataset.archivedAt ? { archived_at: dataset.archivedAt.toISOString() } : {}),
    ...(folder ? { folder_id: folder.id, folder: folder.name } : {}),
  };
}

/** The metadata of an unknown dataset. */
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

/** A blank title becomes the dataset's name; missing fields become empty. */
export function toDescription(input: VaultSchemas['DatasetMetadataInput'], name: string): Description {
  return {
    title: (input.title ?? '').trim() || name,
    description: (input.description ?? '').trim(),
    tags: toWords(input.tags),
    citation: (input.citation ?? '').trim(),
    attribution: (input.attribution ?? '').trim(),
    keywords: toWords(input.keywords),
    notes: (input.notes ?? '').trim(),
  };
}

/** From an array or a comma-separated text, without blanks and duplicates. */
function toWords(value: string[] | string | undefined): string[] {
  const words = typeof value === 'string' ? value.split(',') : (value ?? []);
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
}
