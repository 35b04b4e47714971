import { t } from '@cairn/ui';
import type { Dashboard, DashboardItem } from '../types.ts';
import type { WidgetContent } from '../widget/types.ts';

type Views = Pick<Dashboard, 'views'>;

/** What a widget shows. */
export function contentOf({ views }: Views, { id, widget }: DashboardItem): WidgetContent {
  return widget.text === undefined ? { view: views[id] ?? null } : { text: widget.text };
}

/** The title of a widget: its own, else that of its view. */
export function titleOf({ views }: Views, { id, title, widget }: DashboardItem): string {
  if (title) return title;
  return views[id]?.title ?? t(widget.text === undefined ? 'dashboard.untitled' : 'dashboard.text');
}
