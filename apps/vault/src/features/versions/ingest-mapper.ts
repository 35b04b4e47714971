import type { VaultSchemas } from '@cairn/contracts';
import type { IngestResult } from './ingest-types.ts';

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
      ...(result.unchanged
        ? [`These data are already there as version ${result.version}; nothing was changed.`]
        : []),
      ...(file.findings?.warnings ?? []),
    ],
    ...(file.findings ? { problems: file.findings.problems, problem_count: file.findings.problemCount } : {}),
    ...(file.missingCrs ? { missing_crs: file.missingCrs } : {}),
    url: pagePath(result.dataset, basePath),
    ...(result.jobId === null ? {} : { job_id: String(result.jobId) }),
  };
}

/** Path of a dataset's page as the browser sees it. */
export function pagePath(dataset: string, basePath: string): string {
  return `${basePath}/datasets/${encodeURIComponent(dataset)}`;
}
