import type { Actor } from '@cairn/service';
import type { Db } from '../../db/schema.ts';
import { ownerOf } from '../access/owner.ts';
import { noSuchView } from '../views/errors.ts';
import { listViews, setWidget } from '../views/repo.ts';
import type { View } from '../views/types.ts';
import type { DashboardService } from './service.ts';
import type { Dashboard } from './types.ts';
import { viewName } from './widget-views.ts';

export type WidgetService = ReturnType<typeof createWidgetService>;

/** Saved views that are offered as widgets of dashboards. */
export function createWidgetService({ db, dashboards }: { db: Db; dashboards: DashboardService }) {
  return {
    async setWidget(actor: Actor, key: string, isWidget: boolean): Promise<View> {
      const view = await setWidget(db, ownerOf(actor).id, { key: key.toLowerCase(), isWidget });
      if (!view) throw noSuchView(key);
      return view;
    },

    /** The caller's widgets, with the dashboards that show them. */
    async list(actor: Actor): Promise<{ view: View; dashboards: Dashboard[] }[]> {
      const [views, visible] = [
        await listViews(db, ownerOf(actor).id, { widgets: true }),
        await dashboards.list(actor),
      ];
      return views.map((view) => {
        const name = viewName({ view });
        const showing = visible.filter(({ dashboard: { layout } }) =>
          layout.some(({ widget }) => viewName(widget) === name),
        );
        return { view, dashboards: showing.map(({ dashboard }) => dashboard) };
      });
    },
  };
}
