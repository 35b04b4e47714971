import { useQueryClient } from '@tanstack/react-query';
import { notifyDone, notifyError, notifyUndo, t, unwrap } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import type { Dashboard, DashboardItem, DashboardSummary } from '../types.ts';
import { dashboardsKey, fetchDashboard } from '../use-dashboards.ts';

/** Deletes a dashboard; for one's own, Undo creates it again with the same content. */
export function useDeleteDashboard() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: dashboardsKey });
  return async ({ owner, key, title }: DashboardSummary, isOwn: boolean): Promise<void> => {
    try {
      const former = await unwrap(fetchDashboard({ owner, key }));
      await unwrap(
        reportServer.DELETE('/api/v1/explorer/dashboards/{owner}/{key}', {
          params: { path: { owner, key } },
        }),
      );
      const restore = () => void restoreDashboard(former).then(refresh).catch(notifyError);
      if (isOwn) notifyUndo(t('dashboards.deleted', { title }), restore);
      else notifyDone(t('dashboards.deletedOther', { title }));
    } catch (error) {
      notifyError(error);
    }
    await refresh();
  };
}

function restoreDashboard(former: Dashboard) {
  const { key, title, description, filters, parameters } = former;
  const layout = former.layout.map((item) => withOwnView(item, former));
  return unwrap(
    reportServer.POST('/api/v1/explorer/dashboards', {
      body: { key, title, description, layout, filters, parameters },
    }),
  );
}

/** A saved view of another person cannot be added again: what it showed is kept in the dashboard. */
function withOwnView(item: DashboardItem, { owner, views }: Dashboard): DashboardItem {
  const view = views[item.id];
  const isOther = item.widget.view !== undefined && item.widget.view.owner !== owner;
  return isOther && view ? { ...item, widget: { inline: view } } : item;
}
