import type { VaultSchemas } from '@cairn/contracts';
import type { Version } from './types.ts';

export function toVersionBody(version: Version): VaultSchemas['Version'] {
  const parameters = withoutClip(version.parameters);
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
    ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
    ...(version.featureCount === null ? {} : { feature_count: version.featureCount }),
    ...(version.label === null ? {} : { label: version.label }),
    ...(version.createdBy === null ? {} : { created_by: version.createdBy }),
    ...(version.createdById === null ? {} : { created_by_id: version.createdById }),
  };
}

/** The parameters of an operation without its second dataset, which not every user who sees this version may see. */
export function withoutClip(parameters: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name]) => !/^(clip|join|intersect)_(dataset|layer|version)$/.test(name),
    ),
  );
}
