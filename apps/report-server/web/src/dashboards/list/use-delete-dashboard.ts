import { useQueryClient } from '@tanstack/react-query';
import { notifyError, notifyUndo, t, unwrap } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import type { DashboardSummary } from '../types.ts';
import { dashboardsKey } from '../use-dashboards.ts';

/** Deletes a dashboard; Undo restores it as it was shared. */
export function useDeleteDashboard() {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: dashboardsKey });
  return async ({ owner, key, title }: DashboardSummary): Promise<void> => {
    const params = { path: { owner, key } };
    const restore = () =>
      void unwrap(reportServer.POST('/api/v1/explorer/dashboards/{owner}/{key}/restore', { params }))
        .then(refresh)
        .catch(notifyError);
    try {
      await unwrap(reportServer.DELETE('/api/v1/explorer/dashboards/{owner}/{key}', { params }));
      notifyUndo(t('dashboards.deleted', { title }), restore);
    } catch (error) {
      notifyError(error);
    }
    await refresh();
  };
}
