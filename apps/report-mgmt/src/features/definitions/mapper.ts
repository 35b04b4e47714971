import type { ReportMgmtSchemas } from '@cairn/contracts';
import type { CatalogEntry } from './catalog.ts';
import type { ExpandedParameter } from './options.ts';
import { shortVersion } from './thumbnail-url.ts';
import type { Definition } from './types.ts';

export function toConfigBody(
  { fields, name, title, report, datasource, format, accessGroups }: Definition,
  parameters: ExpandedParameter[],
): ReportMgmtSchemas['ReportConfig'] {
  const { params: _params, ...kept } = fields;
  return {
    ...kept,
    ...{ name, title, report, datasource, format, access_groups: accessGroups },
    parameters: parameters as ReportMgmtSchemas['ReportParameter'][],
  };
}

export function toSummaryBody(
  entry: CatalogEntry,
  formats: readonly string[],
): ReportMgmtSchemas['ReportSummary'] {
  const { key, title, description, datasource, format, parameters, permission, isPublic } = entry;
  const { thumbnailVersion, updatedAt, warnings } = entry;
  return {
    ...{
      key,
      title,
      description,
      datasource,
      format,
      formats: [...formats],
      parameters,
      permission,
      warnings,
    },
    is_public: isPublic,
    has_thumbnail: thumbnailVersion !== null,
    thumbnail_version: thumbnailVersion && shortVersion(thumbnailVersion),
    problems: entry.problems ?? [],
    findings: entry.findings.map((finding) => ({ ...finding })),
    updated_at: updatedAt?.toISOString() ?? null,
  };
}
