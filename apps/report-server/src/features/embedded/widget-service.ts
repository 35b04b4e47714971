import type { ReportServerSchemas } from '@cairn/contracts';
import { badRequest } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { readWidgetViews } from '../dashboards/widget-views.ts';
import { toTexts } from '../embed/bind-report.ts';
import { bindWidget } from '../embed/bind-widget.ts';
import { embedRefused } from '../embed/errors.ts';
import type { EmbedGrant } from '../embed/types.ts';
import { textsOfParams } from '../executions/read-params.ts';
import { describeSource } from '../explorer/service.ts';
import { prepareSourceTile } from '../explorer/tiles.ts';
import type { PreparedTile, TileShape } from '../explorer/tiles.ts';
import type { OpenedSource, ReadRunner } from '../query/run-read.ts';
import type { QueryService, TableName } from '../query/service.ts';
import type { QueryRequest } from '../query/types.ts';
import { readParameterText } from '../report-data/parameter-text.ts';
import type { ReportDataService } from '../report-data/service.ts';
import { requireAction } from './access.ts';
import { findWidget, narrow, narrowingOf, VIEW } from './find-widget.ts';

type InlineView = ReportServerSchemas['InlineView'];
type Content = ReportServerSchemas['EmbeddedContent'];

type Named = TableName;

interface WidgetDeps {
  db: Db;
  queries: QueryService;
  runner: ReadRunner;
  reportData: Pick<ReportDataService, 'openMain'>;
}

/** A widget of a token, with the values of its report's parameters as JSON. */
export interface WidgetRequest {
  id: string;
  parameters?: string | undefined;
  signal: AbortSignal;
}

export type EmbeddedWidgets = ReturnType<typeof createEmbeddedWidgets>;

/** Views and dashboards within other sites: read as the creator of the token, below the filters of view and token. */
export function createEmbeddedWidgets({ db, queries, runner, reportData }: WidgetDeps) {
  /** @throws {AppError} forbidden for a widget that the token does not open, or that does not use what it binds */
  async function openWidget(grant: EmbedGrant, request: WidgetRequest): Promise<OpenedSource> {
    const { view, binding, settable } = await findWidget(db, grant, request.id);
    const { hidden, filter } = narrowingOf(view, binding);
    const { datasource, schema, table, report: key } = view.source;
    const sent = readParameterText(request.parameters);
    for (const name of Object.keys(sent)) if (!settable.includes(name)) throw embedRefused();
    if (key === undefined) {
      if (datasource === undefined || schema === undefined || table === undefined) throw embedRefused();
      return queries.openTable(grant.creator, { datasource, schema, table }, { tokenFilter: filter, hidden });
    }
    const bound = toTexts(binding.parameters);
    const opened = await reportData.openMain(grant.creator, {
      ...{ key, bound: Object.keys(bound), signal: request.signal },
      parameters: { ...textsOfParams(view.source.parameters ?? {}), ...sent, ...bound },
    });
    return { ...opened, source: narrow(opened.source, { filter, hidden }) };
  }

  /** The widget as the table that a request names. */
  async function openNamed(grant: EmbedGrant, request: WidgetRequest, asked: Named): Promise<OpenedSource> {
    const opened = await openWidget(grant, request);
    const { table } = opened.source;
    const isSame = asked.schema === table.schema && asked.table === table.name;
    const isQuery = table.isQuery ?? false;
    if (!isSame || (!isQuery && asked.datasource !== opened.datasource.key)) throw embedRefused();
    return opened;
  }

  return {
    /** The view or dashboard. Its filters are applied here and are not sent to the page. */
    async content({ content, token }: EmbedGrant): Promise<Content> {
      if (content.kind === 'report') throw embedRefused();
      if (content.kind === 'view') {
        const { title, description, kind, source, query, visual } = content.view;
        const view = withoutFilter({ title, description, kind, source, query, visual });
        return { title, layout: [], filters: [], parameters: {}, views: { [VIEW]: view }, refused: [] };
      }
      const { dashboard } = content;
      const views = await readWidgetViews(db, dashboard.layout);
      const refused = Object.keys(views).filter((id) => !bindWidget(dashboard, id, token.parameters));
      const shown = Object.entries(views).filter(([id]) => !refused.includes(id));
      return {
        title: dashboard.title,
        layout: dashboard.layout.map(({ widget, ...item }) => ({ ...item, widget: onlyText(widget) })),
        filters: dashboard.filters.filter(({ name }) => !Object.hasOwn(token.parameters, name)),
        parameters: Object.fromEntries(
          Object.entries(dashboard.parameters).filter(([name]) => !Object.hasOwn(token.parameters, name)),
        ),
        views: Object.fromEntries(shown.map(([id, view]) => [id, view && withoutFilter(view)])),
        refused,
      };
    },

    async table(grant: EmbedGrant, request: WidgetRequest) {
      const opened = await openWidget(grant, request);
      return describeSource(runner, opened, { hasIndexes: false, signal: request.signal });
    },

    async query(grant: EmbedGrant, request: WidgetRequest, body: QueryRequest): Promise<string> {
      const opened = await openNamed(grant, request, body);
      return queries.queryOpened(opened, body, { signal: request.signal });
    },

    /** What an export of a widget reads. @throws {AppError} forbidden where the token does not allow `export` */
    async openExport(grant: EmbedGrant, request: WidgetRequest, body: Named): Promise<OpenedSource> {
      requireAction(grant, 'export');
      const opened = await openNamed(grant, request, body);
      // A COPY takes no values for the parameters of its SQL.
      if (opened.source.table.isQuery) throw reportNotSaved();
      return opened;
    },

    async prepareTile(grant: EmbedGrant, request: WidgetRequest, tile: TileShape): Promise<PreparedTile> {
      return prepareSourceTile(runner, await openWidget(grant, request), tile);
    },
  };
}

/** Without what is applied here: the filter, and the values of a report's parameters. */
function withoutFilter(view: InlineView): InlineView {
  const { filter: _filter, ...query } = (view.query ?? {}) as Record<string, unknown>;
  const { parameters: _parameters, ...source } = view.source;
  return { ...view, source, query };
}

/** Views are in `views`; which saved view it is stays here. */
function onlyText(widget: Content['layout'][number]['widget']): Content['layout'][number]['widget'] {
  return widget.text === undefined ? {} : { text: widget.text };
}

function reportNotSaved() {
  return badRequest(
    'report-server.report_not_saved',
    'This part shows a report. Embed the report to have it saved.',
  );
}
