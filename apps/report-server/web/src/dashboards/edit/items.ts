import type { SavedView } from '../../client.ts';
import { findRoom, removeItem } from '../grid/layout.ts';
import type { DashboardContent, DashboardItem, InlineView } from '../types.ts';

const SIZES = { chart: { w: 6, h: 7 }, map: { w: 6, h: 8 }, table: { w: 12, h: 8 } } as const;

type Change = Partial<DashboardContent>;

/** Adds a saved view of the person. */
export function addView(content: DashboardContent, view: SavedView): Change {
  const id = newId(content);
  const item = {
    id,
    widget: { view: { owner: view.owner, key: view.key } },
    ...findRoom(content.layout, SIZES[view.kind]),
  };
  return { layout: [...content.layout, item], views: { ...content.views, [id]: inlineOf(view) } };
}

/** Adds the main query of a report: as a map where the report has one. */
export function addReport(
  content: DashboardContent,
  { key, title, hasMap }: { key: string; title: string; hasMap: boolean },
): Change {
  const id = newId(content);
  const kind = hasMap ? 'map' : 'table';
  const inline: InlineView = { title, kind, source: { report: key }, query: {}, visual: {} };
  const item = { id, widget: { inline }, ...findRoom(content.layout, SIZES[kind]) };
  return { layout: [...content.layout, item], views: { ...content.views, [id]: inline } };
}

/** Shows the view of this dashboard alone in another way. */
export function changeKind(
  content: DashboardContent,
  { id, widget }: DashboardItem,
  kind: InlineView['kind'],
): Change {
  if (!widget.inline) return {};
  const inline = { ...widget.inline, kind };
  return {
    ...changeItem(content, id, { widget: { inline } }),
    views: { ...content.views, [id]: inline },
  };
}

export function addText(content: DashboardContent, title: string): Change {
  const item = {
    id: newId(content),
    title,
    widget: { text: '' },
    ...findRoom(content.layout, { w: 6, h: 4 }),
  };
  return { layout: [...content.layout, item] };
}

/** Takes a widget out, of the filters too. */
export function dropItem(content: DashboardContent, id: string): Change {
  const without = (widgets: Record<string, string>) =>
    Object.fromEntries(Object.entries(widgets).filter(([widget]) => widget !== id));
  return {
    layout: removeItem(content.layout, id),
    filters: content.filters.map((filter) => ({ ...filter, widgets: without(filter.widgets) })),
    parameters: Object.fromEntries(
      Object.entries(content.parameters).map(([name, parameter]) => [
        name,
        { ...parameter, widgets: without(parameter.widgets) },
      ]),
    ),
  };
}

export function changeItem(content: DashboardContent, id: string, changed: Partial<DashboardItem>): Change {
  return { layout: content.layout.map((item) => (item.id === id ? { ...item, ...changed } : item)) };
}

/** Shows another saved view in a widget. */
export function changeView(content: DashboardContent, id: string, view: SavedView): Change {
  const widget = { view: { owner: view.owner, key: view.key } };
  return { ...changeItem(content, id, { widget }), views: { ...content.views, [id]: inlineOf(view) } };
}

function inlineOf({ title, description, kind, source, query, visual }: SavedView): InlineView {
  return { title, description, kind, source, query, visual };
}

function newId({ layout }: DashboardContent): string {
  const used = new Set(layout.map(({ id }) => id));
  for (let number = 1; ; number += 1) if (!used.has(`w${number}`)) return `w${number}`;
}
