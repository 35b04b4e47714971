import type { ReportServerSchemas } from '@cairn/contracts';
import type { OpenReport, Permission, Report, ReportVersion, ReportVersionDetails } from './types.ts';

export function toReportSummary(
  report: Report,
  permission: Permission,
): ReportServerSchemas['ReportSummary'] {
  const { key, title, description, engine, datasource, owner, version } = report;
  return {
    ...{ key, title, description, engine, datasource, owner, version, permission },
    updated_at: report.updatedAt.toISOString(),
    archived_at: report.archivedAt?.toISOString() ?? null,
  };
}

/** The template names tables and has SQL, so that only those who may edit it see it. */
export function toReportBody({ report, permission, version }: OpenReport): ReportServerSchemas['Report'] {
  const mayEdit = permission !== 'view';
  return {
    ...toReportSummary(report, permission),
    allowed_datasources: report.allowedDatasources,
    template: mayEdit ? { ...version.template } : null,
    findings: mayEdit ? version.findings : [],
  };
}

export function toVersionBody(version: ReportVersion, current: number): ReportServerSchemas['ReportVersion'] {
  return {
    version: version.number,
    source: version.source,
    sha256: version.sha256,
    created_at: version.createdAt.toISOString(),
    created_by: version.createdBy,
    is_current: version.number === current,
  };
}

export function toVersionDetailsBody(
  version: ReportVersionDetails,
  current: number,
): ReportServerSchemas['ReportVersionDetails'] {
  return {
    ...toVersionBody(version, current),
    template: { ...version.template },
    findings: version.findings,
  };
}
