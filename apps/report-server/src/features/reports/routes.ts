import type { ReportServerOperations } from '@cairn/contracts';
import { templateSchema } from '@cairn/report-engine';
import { auditContext, respond } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { toReportBody, toReportSummary, toVersionBody, toVersionDetailsBody } from './mapper.ts';
import type { ReportService } from './service.ts';

type Operation =
  | 'getTemplateSchema'
  | 'listReports'
  | 'createReport'
  | 'getReport'
  | 'updateReport'
  | 'archiveReport'
  | 'restoreReport'
  | 'listReportVersions'
  | 'getReportVersion';

export function reportRoutes({
  reports,
}: {
  reports: ReportService;
}): Handlers<ReportServerOperations, Operation> {
  return {
    getTemplateSchema: () => templateSchema,

    async listReports({ query }, actor) {
      const listed = await reports.list(actor, { archived: query.archived === 'only' });
      return { reports: listed.map(({ report, permission }) => toReportSummary(report, permission)) };
    },

    createReport: async ({ body }, actor, call) =>
      respond(201, toReportBody(await reports.create(actor, body, auditContext(actor, call)))),

    getReport: async ({ path }, actor) => toReportBody(await reports.open(actor, path.key)),

    async updateReport({ path, body }, actor, call) {
      const change = { input: body, cause: auditContext(actor, call) };
      return toReportBody(await reports.update(actor, path.key, change));
    },

    async archiveReport({ path }, actor, call) {
      await reports.archive(path.key, auditContext(actor, call));
      return respond(204);
    },

    restoreReport: async ({ path }, actor, call) =>
      toReportBody(await reports.restore(actor, path.key, auditContext(actor, call))),

    async listReportVersions({ path }) {
      const { report, versions } = await reports.listVersions(path.key);
      return { versions: versions.map((version) => toVersionBody(version, report.version)) };
    },

    async getReportVersion({ path }) {
      const { report, version } = await reports.getVersion(path.key, path.version);
      return toVersionDetailsBody(version, report.version);
    },
  };
}
