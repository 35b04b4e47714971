import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, embedOf, JsonText, respond, servePage, streaming } from '@cairn/service';
import type { Handlers } from '@cairn/service';
import type { EmbedService } from '../embed/service.ts';
import type { EmbedGrant, EmbedType } from '../embed/types.ts';
import { FORMATS } from '../executions/formats.ts';
import { sendDocument, setDocumentHeaders } from '../executions/send-document.ts';
import { csvOptions, sendExport } from '../export/send-export.ts';
import type { ExportService } from '../export/service.ts';
import { sendTile } from '../explorer/send-tile.ts';
import { toSessionBody } from './mapper.ts';
import type { EmbeddedReports } from './report-service.ts';
import { sdkHandlers } from './sdk.ts';
import type { EmbeddedPages } from './service.ts';
import type { EmbeddedWidgets } from './widget-service.ts';

type Operation =
  | 'embeddedReportPage'
  | 'embeddedMapReportPage'
  | 'embeddedDashboardPage'
  | 'embeddedViewPage'
  | 'openEmbedSession'
  | 'embeddedReportConfig'
  | 'embeddedLookup'
  | 'embeddedDocument'
  | 'embeddedMaps'
  | 'embeddedContent'
  | 'embeddedTable'
  | 'embeddedQuery'
  | 'embeddedExport'
  | 'embeddedTile'
  | 'sdkScript'
  | 'sdkMinifiedScript'
  | 'sdkVersionedScript'
  | 'sdkFile';

interface RouteDeps {
  embeddedPages: EmbeddedPages;
  embeddedReports: EmbeddedReports;
  embeddedWidgets: EmbeddedWidgets;
  embeds: Pick<EmbedService, 'requireSession'>;
  exports: ExportService;
  config: { pages: string };
}

export function embeddedRoutes({
  embeddedPages,
  embeddedReports,
  embeddedWidgets,
  embeds,
  exports,
  config: { pages },
}: RouteDeps): Handlers<ReportServerOperations, Operation> {
  const sdk = sdkHandlers(`${pages}/sdk`);
  const page = (type: EmbedType) =>
    servePage(pages, {
      document: 'embed.html',
      frameAncestors({ input: { path, openQuery }, call }) {
        const { key, owner = null } = path as { key: string; owner?: string };
        const names = Object.keys(openQuery);
        return embeddedPages.frameAncestors(embedOf<EmbedGrant>(call), { type, key, owner }, names);
      },
    });
  return {
    embeddedReportPage: page('report'),
    embeddedMapReportPage: page('map-report'),
    embeddedDashboardPage: page('dashboard'),
    embeddedViewPage: page('view'),

    async openEmbedSession({ body: { token, type, id, owner = null } }, _actor, { origin }) {
      const opened = await embeddedPages.openSession(token, { type, key: id, owner }, origin);
      return respond(200, toSessionBody(opened), { 'Cache-Control': 'no-store' });
    },

    embeddedReportConfig: ({ path }, _actor, call) => embeddedReports.config(embedOf(call), path.key),

    embeddedLookup: ({ path, body }, _actor, call) => embeddedReports.lookup(embedOf(call), path, body),

    embeddedDocument: streaming(async ({ input: { path, body }, call, res }) => {
      const run = { key: path.key, run: body, signal: call.signal };
      await embeddedReports.run(embedOf(call), run, async ({ format }, { report }, document, size) => {
        const names = { fileName: null, defaultName: report.title };
        setDocumentHeaders(res, { format: FORMATS[format], ...names, ...(size === null ? {} : { size }) });
        await sendDocument(res, document);
      });
    }),

    async embeddedMaps({ path, body }, _actor, call) {
      const asked = { key: path.key, run: body, signal: call.signal };
      return new JsonText(await embeddedReports.maps(embedOf(call), asked));
    },

    embeddedContent: (_input, _actor, call) => embeddedWidgets.content(embedOf(call)),

    embeddedTable: ({ path }, _actor, call) => embeddedWidgets.table(embedOf(call), path.widget, call.signal),

    async embeddedQuery({ path, body }, _actor, call) {
      const asked = { id: path.widget, request: body, signal: call.signal };
      return new JsonText(await embeddedWidgets.query(embedOf(call), asked));
    },

    embeddedExport: streaming(async ({ req, res, input: { path, query, body }, call }) => {
      const grant = embedOf<EmbedGrant>(call);
      const actor = grant.creator;
      const read = await embeddedWidgets.prepareExport(grant, path.widget, body);
      await sendExport(res, exports, {
        ...{ ...read, actor, format: query.format, request: body, csv: csvOptions(query) },
        ...{ cause: auditContext(actor, call), signal: call.signal },
        async stillMayRead() {
          await embeds.requireSession(req.get('X-Embed-Session') ?? '');
        },
      });
    }),

    embeddedTile: streaming(async ({ req, res, input: { path, query }, call }) => {
      const { widget, ...at } = path;
      const prepared = await embeddedWidgets.prepareTile(embedOf(call), widget, { ...at, ...query });
      sendTile({ req, res, varyBy: 'X-Embed-Session' }, await prepared.read(call.signal));
    }),

    sdkScript: sdk.fixed('platform-report.js'),
    sdkMinifiedScript: sdk.fixed('platform-report.min.js'),
    sdkVersionedScript: sdk.fixed('platform-report.js'),
    sdkFile: sdk.named,
  };
}
