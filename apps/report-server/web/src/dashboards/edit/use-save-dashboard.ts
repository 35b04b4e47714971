import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { errorFromResponse, notifyDone, notifyError, t } from '@cairn/ui';
import { reportServer } from '../../client.ts';
import type { Dashboard, DashboardContent } from '../types.ts';
import { dashboardsKey } from '../use-dashboards.ts';

/** Saves a dashboard. A version that someone else saved in the meantime is never overwritten: it comes back as `stale`. */
export function useSaveDashboard(opened: Dashboard, onSaved: (saved: Dashboard) => void) {
  const [stale, setStale] = useState<Dashboard | null>(null);
  const [isSaving, setSaving] = useState(false);
  const queries = useQueryClient();
  const { owner, key } = opened;

  async function save(content: DashboardContent, revision = opened.revision): Promise<void> {
    const { title, description, layout, filters, parameters } = content;
    setSaving(true);
    try {
      const { data, error, response } = await reportServer.PUT('/api/v1/explorer/dashboards/{owner}/{key}', {
        params: { path: { owner, key } },
        body: { title, description, layout, filters, parameters, revision },
      });
      const current = error && 'current' in error ? error.current : null;
      if (current) setStale(current);
      else if (data) finish(data);
      else throw errorFromResponse(response, error);
    } catch (error) {
      notifyError(error);
    } finally {
      setSaving(false);
    }
  }

  function finish(saved: Dashboard): void {
    setStale(null);
    queries.setQueryData([...dashboardsKey, 'one', owner, key], saved);
    void queries.invalidateQueries({ queryKey: [...dashboardsKey, 'list'] });
    notifyDone(t('edit.saved', { title: saved.title }));
    onSaved(saved);
  }

  return { save, isSaving, stale, closeStale: () => setStale(null), finish };
}
