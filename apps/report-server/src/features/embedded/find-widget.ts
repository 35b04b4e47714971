import type { ReportServerSchemas } from '@cairn/contracts';
import type { Db } from '../../db/schema.ts';
import { readWidgetViews } from '../dashboards/widget-views.ts';
import { bindWidget } from '../embed/bind-widget.ts';
import type { WidgetBinding } from '../embed/bind-widget.ts';
import { embedRefused } from '../embed/errors.ts';
import type { EmbedGrant } from '../embed/types.ts';
import { hideColumns } from '../query/source.ts';
import type { Source } from '../query/types.ts';

type InlineView = ReportServerSchemas['InlineView'];

/** Id of the one widget of an embedded view. */
export const VIEW = 'view';

/** What a token opens of a widget. */
export interface FoundWidget {
  view: Pick<InlineView, 'source' | 'query' | 'visual'>;
  binding: WidgetBinding;
  /** Names of its report's parameters that the page sets. */
  settable: string[];
}

/** @throws {AppError} forbidden for a widget that the token does not open, or that does not use what it binds */
export async function findWidget(db: Db, { content, token }: EmbedGrant, id: string): Promise<FoundWidget> {
  if (content.kind === 'view' && id === VIEW) {
    const conditions = token.filter === null ? [] : [token.filter];
    return { view: content.view, binding: { conditions, parameters: {} }, settable: [] };
  }
  if (content.kind !== 'dashboard') throw embedRefused();
  const { dashboard } = content;
  const binding = bindWidget(dashboard, id, token.parameters);
  const item = dashboard.layout.find((each) => each.id === id);
  if (!item || !binding) throw embedRefused();
  const view = (await readWidgetViews(db, [item]))[id];
  if (!view) throw embedRefused();
  const targets = Object.values(dashboard.parameters).flatMap(({ widgets }) => widgets[id] ?? []);
  return { view, binding, settable: targets.filter((name) => !Object.hasOwn(binding.parameters, name)) };
}

interface Narrowing {
  /** Filters of the view and the token, which hold in every read. */
  filter: unknown;
  /** Columns that the view hides. */
  hidden: string[];
}

export function narrowingOf({ query, visual }: FoundWidget['view'], binding: WidgetBinding): Narrowing {
  const own = (query as { filter?: unknown } | undefined)?.filter;
  const hidden: unknown = (visual as { hidden?: unknown } | undefined)?.hidden;
  return {
    filter: { and: [...(own ? [own] : []), ...binding.conditions] },
    hidden: Array.isArray(hidden) ? hidden.filter((each) => typeof each === 'string') : [],
  };
}

export function narrow(source: Source, { filter, hidden }: Narrowing): Source {
  const restriction = { anyOf: [filter], origin: 'token' as const };
  return hideColumns({ ...source, restrictions: [...source.restrictions, restriction] }, hidden);
}
