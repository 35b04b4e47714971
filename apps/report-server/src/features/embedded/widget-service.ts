import type { ReportServerSchemas } from '@cairn/contracts';
import type { Db } from '../../db/schema.ts';
import { readWidgetViews } from '../dashboards/widget-views.ts';
import { bindWidget } from '../embed/bind-widget.ts';
import { embedRefused } from '../embed/errors.ts';
import type { EmbedGrant } from '../embed/types.ts';
import type { ExplorerService } from '../explorer/service.ts';
import type { PreparedTile, TileRequest } from '../explorer/tiles.ts';
import type { QueryOptions, QueryService, TableName } from '../query/service.ts';
import type { QueryRequest } from '../query/types.ts';
import { requireAction } from './access.ts';

type InlineView = ReportServerSchemas['InlineView'];
type Content = ReportServerSchemas['EmbeddedContent'];

/** Id of the one widget of an embedded view. */
const VIEW = 'view';

interface WidgetDeps {
  db: Db;
  queries: QueryService;
  explorer: ExplorerService;
}

type NarrowedRead = Pick<QueryOptions, 'tokenFilter' | 'hidden'>;

/** A widget of a token: the table that it reads, and what narrows it. */
interface Widget {
  name: TableName;
  /** Filters of the view and the token, which hold in every read. */
  filter: unknown;
  /** Columns that the view hides. */
  hidden: string[];
}

export type EmbeddedWidgets = ReturnType<typeof createEmbeddedWidgets>;

/** Views and dashboards within other sites: read as the creator of the token, below the filters of view and token. */
export function createEmbeddedWidgets({ db, queries, explorer }: WidgetDeps) {
  /** @throws {AppError} forbidden for a widget that the token does not open, or that does not use what it binds */
  async function openWidget({ content, token }: EmbedGrant, id: string): Promise<Widget> {
    if (content.kind === 'view' && id === VIEW) {
      return toWidget(content.view, token.filter === null ? [] : [token.filter]);
    }
    if (content.kind !== 'dashboard') throw embedRefused();
    const binding = bindWidget(content.dashboard, id, token.parameters);
    const item = content.dashboard.layout.find((each) => each.id === id);
    if (!item || !binding) throw embedRefused();
    const view = (await readWidgetViews(db, [item]))[id];
    if (!view) throw embedRefused();
    return toWidget(view, binding.conditions);
  }

  return {
    /** The view or dashboard. Its filters are applied here and are not sent to the page. */
    async content({ content, token }: EmbedGrant): Promise<Content> {
      if (content.kind === 'report') throw embedRefused();
      if (content.kind === 'view') {
        const { title, description, kind, source, query, visual } = content.view;
        const view = withoutFilter({ title, description, kind, source, query, visual });
        return { title, layout: [], filters: [], views: { [VIEW]: view }, refused: [] };
      }
      const { dashboard } = content;
      const views = await readWidgetViews(db, dashboard.layout);
      const refused = Object.keys(views).filter((id) => !bindWidget(dashboard, id, token.parameters));
      const shown = Object.entries(views).filter(([id]) => !refused.includes(id));
      return {
        title: dashboard.title,
        layout: dashboard.layout.map(({ widget, ...item }) => ({ ...item, widget: onlyText(widget) })),
        filters: dashboard.filters.filter(({ name }) => !Object.hasOwn(token.parameters, name)),
        views: Object.fromEntries(shown.map(([id, view]) => [id, view && withoutFilter(view)])),
        refused,
      };
    },

    async table(grant: EmbedGrant, id: string, signal: AbortSignal) {
      const { name, filter, hidden } = await openWidget(grant, id);
      const metadata = await explorer.metadata(grant.creator, name, { tokenFilter: filter, hidden, signal });
      return { ...metadata, indexes: [] };
    },

    async query(
      grant: EmbedGrant,
      { id, request, signal }: { id: string; request: QueryRequest; signal: AbortSignal },
    ): Promise<string> {
      const { name, filter, hidden } = await openWidget(grant, id);
      requireTable(name, request);
      return queries.query(grant.creator, request, { tokenFilter: filter, hidden, signal });
    },

    /** What an export of a widget may read. @throws {AppError} forbidden where the token does not allow `export` */
    async prepareExport(grant: EmbedGrant, id: string, request: TableName): Promise<NarrowedRead> {
      requireAction(grant, 'export');
      const { name, filter, hidden } = await openWidget(grant, id);
      requireTable(name, request);
      return { tokenFilter: filter, hidden };
    },

    async prepareTile(
      grant: EmbedGrant,
      id: string,
      request: Omit<TileRequest, keyof TableName>,
    ): Promise<PreparedTile> {
      const { name, filter, hidden } = await openWidget(grant, id);
      return explorer.prepareTile(grant.creator, { ...request, ...name }, { tokenFilter: filter, hidden });
    },
  };
}

function requireTable(name: TableName, { datasource, schema, table }: TableName): void {
  if (datasource !== name.datasource || schema !== name.schema || table !== name.table) throw embedRefused();
}

function toWidget(
  { source, query, visual }: Pick<InlineView, 'source' | 'query' | 'visual'>,
  more: unknown[],
): Widget {
  const { datasource, schema, table } = source;
  // A view of a report has no table.
  if (datasource === undefined || schema === undefined || table === undefined) throw embedRefused();
  const own = (query as { filter?: unknown } | undefined)?.filter;
  const hidden: unknown = (visual as { hidden?: unknown } | undefined)?.hidden;
  return {
    name: { datasource, schema, table },
    filter: { and: [...(own ? [own] : []), ...more] },
    hidden: Array.isArray(hidden) ? hidden.filter((each) => typeof each === 'string') : [],
  };
}

function withoutFilter(view: InlineView): InlineView {
  const { filter: _filter, ...query } = (view.query ?? {}) as Record<string, unknown>;
  return { ...view, query };
}

/** Views are in `views`; which saved view it is stays here. */
function onlyText(widget: Content['layout'][number]['widget']): Content['layout'][number]['widget'] {
  return widget.text === undefined ? {} : { text: widget.text };
}
