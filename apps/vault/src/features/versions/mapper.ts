import type { VaultSchemas } from '@cairn/contracts';
import type { Version } from './types.ts';

export function toVersionBody(version: Version): VaultSchemas['Version'] {
  return {
    id: version.id,
    dataset: version.dataset,
    version: version.version,
    latest: version.latest,
    project_id: version.projectId,
    operation: version.operation,
    type: version.type,
    format: version.format,
    file_name: version.fileName,
    size: version.size,
    datasource_type: version.datasourceType,
    created_at: version.createdAt.toISOString(),
    ...(version.datasourceType === 'file' ? { sha256: version.sha256 } : {}),
    ...(version.parentId === null ? {} : { parent_id: version.parentId }),
    ...(Object.keys(version.parameters).length === 0 ? {} : { parameters: version.parameters }),
    ...(version.featureCount === null ? {} : { feature_count: version.featureCount }),
    ...(version.label === null ? {} : { label: version.label }),
    ...(version.createdBy === null ? {} : { created_by: version.createdBy }),
    ...(version.createdById === null ? {} : { created_by_id: version.createdById }),
  };
}
