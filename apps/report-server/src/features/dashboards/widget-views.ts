import type { Db } from '../../db/schema.ts';
import { findViewByOwner } from '../views/repo.ts';
import type { View } from '../views/types.ts';
import { badDashboard } from './errors.ts';
import type { DashboardItem, InlineView } from './types.ts';

/** What each widget shows, by its id; null for a saved view that was deleted. */
export async function readWidgetViews(
  db: Db,
  layout: DashboardItem[],
): Promise<Record<string, InlineView | null>> {
  const views: Record<string, InlineView | null> = {};
  for (const { id, widget } of layout) {
    if (widget.inline) views[id] = widget.inline;
    else if (widget.view) views[id] = toInlineView(await findViewByOwner(db, widget.view));
  }
  return views;
}

/**
 * A dashboard shows its views to everybody who may view it, so only the owner of a view adds it to one.
 * `former` is the layout that is replaced.
 * @throws {AppError} bad_request for a view that is missing or of another person
 */
export async function checkViews(
  db: Db,
  { layout, former, username }: { layout: DashboardItem[]; former: DashboardItem[]; username: string },
): Promise<void> {
  const shown = new Set(former.map(({ widget }) => viewName(widget)));
  for (const [index, { widget }] of layout.entries()) {
    const name = viewName(widget);
    if (!widget.view || shown.has(name)) continue;
    const view = widget.view.owner === username ? await findViewByOwner(db, widget.view) : null;
    if (!view) {
      throw badDashboard(
        `layout[${index}].widget.view`,
        `You have no view "${name}". Save it first, or choose another.`,
      );
    }
  }
}

/** `owner/key` of the saved view of a widget; null for an inline one. */
export function viewName({ view }: DashboardItem['widget']): string | null {
  return view ? `${view.owner}/${view.key}` : null;
}

function toInlineView(view: View | null): InlineView | null {
  if (!view) return null;
  const { title, description, kind, source, query, visual } = view;
  return { title, description, kind, source, query, visual };
}
