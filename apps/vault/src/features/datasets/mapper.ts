import type { ResourceAccess } from '@cairn/auth';
import type { VaultSchemas } from '@cairn/contracts';
import { toVersionBody } from '../versions/mapper.ts';
import type { Version } from '../versions/types.ts';
import type { DatasetOutline } from './types.ts';

type Summary = VaultSchemas['DatasetSummary'];
/** Fields that depend on the user. */
type Tail = 'visibility' | 'sharing' | 'permissions' | 'folder_id' | 'folder';

/** The beginning of a summary as JSON, the same for everybody; `toSummaryTail` ends it. */
export function toSummaryHead(outline: DatasetOutline): string {
  const { latest } = outline;
  const head: Omit<Summary, Tail> = {
    name: outline.name,
    title: outline.title,
    type: outline.type,
    latest_version: latest.version,
    latest_version_id: latest.id,
    version_count: outline.versionCount,
    file_name: latest.fileName,
    file_size: latest.size,
    format: latest.format,
    datasource_type: latest.datasourceType,
    created_at: outline.createdAt.toISOString(),
    updated_at: outline.updatedAt.toISOString(),
    archived: outline.archivedAt !== null,
    ...(latest.datasourceType === 'file' ? { sha256: latest.sha256 } : {}),
    ...(outline.description ? { description: outline.description } : {}),
    ...(outline.tags.length > 0 ? { tags: outline.tags } : {}),
    ...(outline.extentWgs84 ? { extent_wgs84: outline.extentWgs84 } : {}),
    ...(outline.geometryType ? { geometry_type: outline.geometryType } : {}),
    ...(outline.layerCount === null ? {} : { layer_count: outline.layerCount }),
    ...(outline.featureCount === null ? {} : { feature_count: outline.featureCount }),
    ...(outline.owner === null ? {} : { owner: outline.owner }),
    ...(outline.ownerId === null ? {} : { owner_id: outline.ownerId }),
    ...(outline.archivedAt ? { archived_at: outline.archivedAt.toISOString() } : {}),
  };
  return JSON.stringify(head).slice(0, -1);
}

export function toSummaryTail(access: ResourceAccess, folder: { id: number; name: string } | null): string {
  const tail: Pick<Summary, Tail> = {
    visibility: access.isPublic ? 'public' : 'restricted',
    sharing: sharingState(access),
    permissions: toPermissionsBody(access.permission),
    ...(folder ? { folder_id: folder.id, folder: folder.name } : {}),
  };
  return `,${JSON.stringify(tail).slice(1)}`;
}

export function sharingState({ isPublic, isShared }: ResourceAccess): VaultSchemas['SharingState'] {
  return isPublic ? 'public' : isShared ? 'shared' : 'private';
}

export function toPermissionsBody(permission: ResourceAccess['permission']): VaultSchemas['Permissions'] {
  const admin = permission === 'admin';
  return { view: true, edit: admin || permission === 'edit', admin };
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
