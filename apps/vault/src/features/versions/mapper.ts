import type { VaultSchemas } from '@cairn/contracts';
import { pagePath } from '../../page-path.ts';
import type { IngestResult, LineageNode, Version } from './types.ts';

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

/** Only readers of the second dataset see its name in `parameters`. */
export function toLineageNodeBody(
  node: LineageNode,
  { seesSecondDataset }: { seesSecondDataset: boolean },
): VaultSchemas['Lineage']['nodes'][number] {
  const parameters = seesSecondDataset ? node.parameters : withoutClip(node.parameters);
  return {
    version_id: node.versionId,
    dataset: node.dataset,
    version: node.version,
    operation: node.operation,
    latest: node.latest,
    created_at: node.createdAt.toISOString(),
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...(node.label === null ? {} : { label: node.label }),
    ...(node.featureCount === null ? {} : { feature_count: node.featureCount }),
    ...(node.createdBy === null ? {} : { created_by: node.createdBy }),
  };
}

/** The parameters of an operation without its second dataset, which not every reader of this version may see. */
function withoutClip(parameters: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([name]) => !/^(clip|join|intersect)_(dataset|layer|version)$/.test(name),
    ),
  );
}

export function toIngestBody(result: IngestResult, basePath: string): VaultSchemas['IngestResult'] {
  const { file } = result;
  return {
    dataset: result.dataset,
    title: result.title,
    version: result.version,
    version_id: result.versionId,
    project_id: result.projectId,
    operation: result.operation,
    type: file.type,
    format: file.format,
    file_name: file.fileName,
    size: file.size,
    ...(result.datasourceType === 'file' ? { sha256: file.sha256 } : {}),
    unchanged: result.unchanged,
    created: result.created,
    layers: file.layers.map((layer) => ({
      name: layer.name,
      geometry_type: layer.geometryType,
      feature_count: layer.featureCount,
      ...(layer.srid === null ? {} : { srid: layer.srid }),
    })),
    warnings: [
      ...(result.unchanged ? [`No changes: the file is identical to version ${result.version}.`] : []),
      ...(file.findings?.warnings ?? []),
    ],
    ...(file.findings ? { problems: file.findings.problems, problem_count: file.findings.problemCount } : {}),
    ...(file.missingCrs ? { missing_crs: file.missingCrs } : {}),
    url: pagePath(result.dataset, basePath),
    ...(result.jobId === null ? {} : { job_id: String(result.jobId) }),
  };
}

/** The result of a job that creates a version from another one. */
export function toDerivedBody(result: IngestResult, warnings: string[] = []): VaultSchemas['Derived'] {
  return {
    success: true,
    dataset: result.dataset,
    new_version: result.version,
    version_id: result.versionId,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}
