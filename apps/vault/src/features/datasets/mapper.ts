import type { VaultSchemas } from '@cairn/contracts';
import { toVersionBody } from '../versions/mapper.ts';
import type { Version } from '../versions/types.ts';
import type { AccessLevels } from './service.ts';
import type { DatasetOutline } from './types.ts';

export function toSummaryBody(outline: DatasetOutline, access: AccessLevels): VaultSchemas['DatasetSummary'] {
  const { latest } = outline;
  return {
    name: outline.name,
    title: outline.title,
    type: outline.type,
    latest_version: latest.version,
    latest_version_id: latest.id,
    version_count: outline.versionCount,
    file_name: latest.fileName,
    file_size: latest.size,
    format: latest.format,
    sha256: latest.sha256,
    datasource_type: 'file',
    created_at: outline.createdAt.toISOString(),
    updated_at: outline.updatedAt.toISOString(),
    visibility: access.public ? 'public' : 'restricted',
    permissions: { view: access.view, edit: access.edit, admin: access.admin },
    archived: outline.archivedAt !== null,
    ...(outline.description ? { description: outline.description } : {}),
    ...(outline.tags.length > 0 ? { tags: outline.tags } : {}),
    ...(outline.extentWgs84 ? { extent_wgs84: outline.extentWgs84 } : {}),
    ...(outline.geometryType ? { geometry_type: outline.geometryType } : {}),
    ...(outline.layerCount === null ? {} : { layer_count: outline.layerCount }),
    ...(outline.featureCount === null ? {} : { feature_count: outline.featureCount }),
    ...(outline.owner === null ? {} : { owner: outline.owner }),
    ...(outline.ownerId === null ? {} : { owner_id: outline.ownerId }),
    ...(outline.archivedAt ? { archived_at: outline.archivedAt.toISOString() } : {}),
    ...(outline.folderId === null ? {} : { folder_id: outline.folderId }),
    ...(outline.folder === null ? {} : { folder: outline.folder }),
  };
}

export function toListingBody(outline: DatasetOutline, versions: Version[]): VaultSchemas['DatasetListing'] {
  return {
    name: outline.name,
    title: outline.title,
    type: outline.type,
    latest_version: outline.latest.version,
    version_count: versions.length,
    versions: versions.map(toVersionBody),
  };
}
