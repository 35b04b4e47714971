import type { ReportServerOperations, ReportServerSchemas } from '@cairn/contracts';
import type { ImportedReport } from '@cairn/report-engine';
import { auditContext, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toReportBody } from '../mapper.ts';
import type { OpenReport } from '../types.ts';
import { MAX_REPORT_BYTES, receiveSmallFile } from '../upload.ts';
import type { ImportService } from './service.ts';

export function importRoutes({
  imports,
}: {
  imports: ImportService;
}): Handlers<ReportServerOperations, 'importReport'> {
  return {
    importReport: streaming(async ({ req, res, actor, call }) => {
      const { bytes, fileName, fields } = await receiveSmallFile(req, res, MAX_REPORT_BYTES);
      const request = {
        ...{ bytes, fileName, save: fields['save'] === 'true' },
        key: fields['key'] || null,
        title: fields['title'] || null,
        datasource: fields['datasource'] || null,
      };
      const { imported, report } = await imports.import(actor, request, auditContext(actor, call));
      res.status(report ? 201 : 200).json(toImportedBody(imported, report));
    }),
  };
}

export function toImportedBody(
  { template, source, findings, subreports, assets }: ImportedReport,
  report: OpenReport | null,
): ReportServerSchemas['ImportedReport'] {
  return {
    ...{ template: { ...template }, source, findings },
    subreports: Object.fromEntries(Object.entries(subreports).map(([key, one]) => [key, { ...one }])),
    assets: Object.keys(assets),
    report: report && toReportBody(report),
  };
}
