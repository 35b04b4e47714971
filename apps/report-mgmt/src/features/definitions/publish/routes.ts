import type { ReportMgmtOperations, ReportMgmtSchemas } from '@cairn/contracts';
import { auditContext, respond, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import { invalidReport } from '../errors.ts';
import { readKey } from '../key.ts';
import type { ReportServer } from '../report-server.ts';
import type { DefinitionService } from '../service.ts';
import type { BuiltDefinitions } from './built-definitions.ts';
import type { DeletedDefinitions } from './deleted-definitions.ts';
import { generateDefinition } from './generate-definition.ts';
import type { Published, PublishService } from './publish-service.ts';
import { readPublishForm } from './read-publish-form.ts';

type Operation =
  | 'publishReport'
  | 'editReport'
  | 'deleteReport'
  | 'restoreDefinition'
  | 'generateReportContext'
  | 'putBuiltDefinition'
  | 'deleteBuiltDefinition';

interface Deps {
  reportServer: Pick<ReportServer, 'importTemplate'>;
  definitions: DefinitionService;
  publishing: PublishService;
  deletedDefinitions: DeletedDefinitions;
  builtDefinitions: BuiltDefinitions;
}

export function publishRoutes({
  reportServer,
  definitions,
  publishing,
  deletedDefinitions,
  builtDefinitions,
}: Deps): Handlers<ReportMgmtOperations, Operation> {
  return {
    publishReport: streaming(async ({ req, res, actor, call }) => {
      const form = await readPublishForm(req, res);
      const published = await publishing.publish(actor, form, auditContext(actor, call));
      res.json(toPublishedBody(published, 'Published'));
    }),

    editReport: streaming(async ({ req, res, actor, call }) => {
      const form = await readPublishForm(req, res);
      const published = await publishing.edit(actor, form, auditContext(actor, call));
      res.json(toPublishedBody(published, 'Saved'));
    }),

    async deleteReport({ body }, actor, call) {
      const report = await definitions.requirePermission(actor, body.report, 'admin');
      await deletedDefinitions.remove(report, auditContext(actor, call));
      return { success: true, message: `Deleted ${report}. It can be restored within a day.`, report };
    },

    async restoreDefinition({ path }, actor, call) {
      const report = await definitions.requirePermission(actor, path.key, 'admin');
      await deletedDefinitions.restore(report, auditContext(actor, call));
      return respond(204);
    },

    generateReportContext: streaming(async ({ req, res, actor }) => {
      const generated = await generateDefinition(reportServer, await readPublishForm(req, res), actor);
      const message = 'Generated the definition from the template. Nothing was stored.';
      const body: ReportMgmtSchemas['GeneratedDefinition'] = { success: true, message, ...generated };
      res.json(body);
    }),

    async putBuiltDefinition({ path, body }) {
      const { datasource, ...rest } = body;
      await builtDefinitions.put(keyOf(path.key), { ...rest, datasource: datasource ?? '' });
      return respond(204);
    },

    async deleteBuiltDefinition({ path }) {
      await builtDefinitions.remove(keyOf(path.key));
      return respond(204);
    },
  };
}

function keyOf(text: string): string {
  const key = readKey(text);
  if (key === null) throw invalidReport();
  return key;
}

function toPublishedBody(
  { key, title, findings }: Published,
  done: 'Published' | 'Saved',
): ReportMgmtSchemas['PublishedReport'] {
  const later =
    findings === null ? ' The report server does not answer; it gets the report as soon as it does.' : '';
  const list = (findings ?? []).map((finding) => ({ ...finding }));
  return { success: true, message: `${done} ${title}.${later}`, report: key, findings: list };
}
