import type { ReportServerOperations } from '@cairn/contracts';
import { auditContext, embedOf, JsonText, respond, servePage, streaming } from '@cairn/service';
import type { Call, Handlers } from '@cairn/service';
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
import type { EmbeddedWidgets, WidgetRequest } from './widget-service.ts';

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

    embeddedTable: ({ path, query }, _actor, call) =>
      embeddedWidgets.table(embedOf(call), widgetOf({ path, query, call })),

    async embeddedQuery({ path, query, body }, _actor, call) {
      return new JsonText(await embeddedWidgets.query(embedOf(call), widgetOf({ path, query, call }), body));
    },

    embeddedExport: streaming(async ({ req, res, input: { path, query, body }, call }) => {
      const grant = embedOf<EmbedGrant>(call);
      const opened = await embeddedWidgets.openExport(grant, widgetOf({ path, query, call }), body);
      await sendExport(res, exports, {
        ...{ opened, format: query.format, request: body, csv: csvOptions(query) },
        ...{ cause: auditContext(grant.creator, call), signal: call.signal },
        async stillMayRead() {
          await embeds.requireSession(req.get('X-Embed-Session') ?? '');
        },
      });
    }),

    embeddedTile: streaming(async ({ req, res, input: { path, query }, call }) => {
      const { widget: _widget, ...at } = path;
      const { parameters: _parameters, ...shown } = query;
      const request = widgetOf({ path, query, call });
      const prepared = await embeddedWidgets.prepareTile(embedOf(call), request, { ...at, ...shown });
      sendTile({ req, res, varyBy: 'X-Embed-Session' }, await prepared.read(call.signal));
    }),

    sdkScript: sdk.fixed('platform-report.js'),
    sdkMinifiedScript: sdk.fixed('platform-report.min.js'),
    sdkVersionedScript: sdk.fixed('platform-report.js'),
    sdkFile: sdk.named,
  };
}

function widgetOf({
  path,
  query,
  call,
}: {
  path: { widget: string };
  query: { parameters?: string };
  call: Pick<Call, 'signal'>;
}): WidgetRequest {
  return { id: path.widget, parameters: query.parameters, signal: call.signal };
}
