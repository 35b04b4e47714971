import type { Auth } from '@cairn/auth';
import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, respond, streaming } from '@cairn/service';
import type { Actor, AuditContext, Call, Handlers } from '@cairn/service';
import { readReportKey } from '../executions/read-request.ts';
import { checkKey } from '../reports/check-key.ts';
import { toImportedBody } from '../reports/import/routes.ts';
import type { ImportService } from '../reports/import/service.ts';
import type { PublishService } from '../reports/publish/service.ts';
import type { ReportService } from '../reports/service.ts';
import { MAX_REPORT_BYTES, receiveSmallFile } from '../reports/upload.ts';
import { toPublishedBody } from './mapper.ts';
import { findPerson, readPerson, readPersonId, runForClient } from './person.ts';

type Operation =
  | 'readReportFile'
  | 'publishedReport'
  | 'changePublishedReport'
  | 'archivePublishedReport'
  | 'restorePublishedReport'
  | 'publishTemplate';

interface Deps {
  auth: Pick<Auth, 'user'>;
  reports: Pick<ReportService, 'setArchived'>;
  publishing: PublishService;
  imports: Pick<ImportService, 'read'>;
}

/** What report management does with the reports that it keeps as files. */
export function publishedReportRoutes({
  auth,
  reports,
  publishing,
  imports,
}: Deps): Handlers<ReportServerOperations, Operation> {
  async function causeOf(actor: Actor, call: Call): Promise<AuditContext> {
    const person = await readPerson(auth, call);
    return auditContext(person.id === null ? actor : person, call);
  }

  return {
    readReportFile: streaming(async ({ req, res, call }) => {
      const { bytes } = await receiveSmallFile(req, res, MAX_REPORT_BYTES);
      const imported = await runForClient(await readPerson(auth, call), call, () => imports.read(bytes));
      res.json(toImportedBody(imported, null));
    }),

    publishedReport: async ({ path }) => toPublishedBody(await publishing.find(readReportKey(path.key))),

    async changePublishedReport({ path, body: { author: id, ...change } }, actor, call) {
      const author = id === undefined ? null : await findPerson(auth, id);
      const request = { key: readReportKey(path.key), author, ...change };
      await publishing.change(request, auditContext(author ?? actor, call));
      return respond(204);
    },

    async archivePublishedReport({ path }, actor, call) {
      await reports.setArchived({
        ...{ key: readReportKey(path.key), archived: true },
        cause: await causeOf(actor, call),
      });
      return respond(204);
    },

    async restorePublishedReport({ path }, actor, call) {
      await reports.setArchived({
        ...{ key: readReportKey(path.key), archived: false },
        cause: await causeOf(actor, call),
      });
      return respond(204);
    },

    publishTemplate: streaming(async ({ req, res, input: { path }, actor, call }) => {
      const { bytes, fields } = await receiveSmallFile(req, res, MAX_REPORT_BYTES);
      const author = fields['author']
        ? await findPerson(auth, readPersonId(fields['author'], 'author'))
        : null;
      const { title = '', description, datasource } = fields;
      const request = {
        ...{ key: checkKey(path.key.toLowerCase()), title, description, author, bytes },
        datasource: datasource === '' ? null : datasource,
      };
      const published = await publishing.publish(request, auditContext(author ?? actor, call));
      res.json({ ...toPublishedBody(published), created: published.created });
    }),
  };
}
