import { useMemo } from 'react';
import { useApi } from '@cairn/ui';
import { reportServer } from '../client.ts';
import { useDashboard, useDashboards } from '../dashboards/use-dashboards.ts';
import { useViews } from '../explorer/views/use-views.ts';
import { useReports } from '../library/use-reports.ts';
import type { Chosen, EmbedType } from './types.ts';

export interface Choice {
  /** `id` or `owner/id`. */
  value: string;
  label: string;
}

/** What can be embedded of a kind. */
export function useChoices(type: EmbedType): { choices: Choice[]; error: unknown; isPending: boolean } {
  const reports = useReports(false);
  const dashboards = useDashboards(type === 'dashboard');
  const views = useViews();
  const answer = type === 'dashboard' ? dashboards : type === 'view' ? views : reports;
  const choices = useMemo(() => {
    if (type === 'dashboard')
      return (dashboards.data?.dashboards ?? []).map(({ owner, key, title }) => ({
        value: `${owner}/${key}`,
        label: title,
      }));
    if (type === 'view')
      return (views.views ?? []).map(({ owner, key, title }) => ({ value: `${owner}/${key}`, label: title }));
    return (reports.data ?? []).map(({ key, title }) => ({ value: key, label: title }));
  }, [type, dashboards.data, views.views, reports.data]);
  return { choices, error: answer.error, isPending: answer.isPending };
}

export interface Lockable {
  name: string;
  label: string;
  multiple: boolean;
}

/** The names whose values a token may lock: parameters of a report, filters and parameters of a dashboard. */
export function useLockable({ type, id, owner }: Chosen): Lockable[] {
  const isReport = (type === 'report' || type === 'map-report') && id !== '';
  const config = useApi(
    ['report-config', id],
    (signal) => reportServer.GET('/api/v1/reports/{key}/config', { params: { path: { key: id } }, signal }),
    { enabled: isReport },
  );
  const isDashboard = type === 'dashboard' && id !== '';
  const dashboard = useDashboard({ owner, key: id }, isDashboard);
  if (isReport)
    return (config.data?.parameters ?? []).map(({ name, label, multiple }) => ({
      name,
      label: label || name,
      multiple,
    }));
  if (!isDashboard || !dashboard.data) return [];
  const { filters, parameters } = dashboard.data;
  return [
    ...filters.map(({ name, label, op }) => ({
      name,
      label: label || name,
      multiple: op === 'in' || op === 'eq',
    })),
    ...Object.entries(parameters).map(([name, { label }]) => ({
      name,
      label: label || name,
      multiple: true,
    })),
  ];
}
