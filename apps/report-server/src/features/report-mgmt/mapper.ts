import type { ReportServerSchemas } from '@cairn/contracts';
import { formatsOf } from '../parameters/mapper.ts';
import type { PublishedReport } from '../reports/publish/service.ts';

export function toPublishedBody({
  report,
  version,
}: PublishedReport): ReportServerSchemas['PublishedReport'] {
  const { key, title, description, engine, datasource } = report;
  return {
    ...{ key, title, description, engine, datasource },
    version: version.number,
    findings: version.findings,
    parameters: version.template.parameters.map((parameter) => ({ ...parameter })),
    formats: [...formatsOf(report)],
  };
}
