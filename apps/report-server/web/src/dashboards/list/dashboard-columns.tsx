import { Badge, Text } from '@mantine/core';
import { formatNumber, RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import { dashboardHref } from '../addresses.ts';
import type { DashboardSummary } from '../types.ts';

export function dashboardColumns(): Column<DashboardSummary>[] {
  return [
    {
      key: 'title',
      header: t('dashboards.columns.title'),
      value: ({ title }) => title,
      search: ({ description, key, owner }) => `${description} ${key} ${owner}`,
      cell: (dashboard) => (
        <div>
          <RowLink href={dashboardHref(dashboard)}>{dashboard.title}</RowLink>
          {dashboard.description === '' ? null : (
            <Text size="sm" c="dimmed" lineClamp={2}>
              {dashboard.description}
            </Text>
          )}
        </div>
      ),
      always: true,
    },
    {
      key: 'widgets',
      header: t('dashboards.columns.widgets'),
      value: ({ widgets }) => widgets,
      cell: ({ widgets }) => formatNumber(widgets),
      from: 'md',
    },
    { key: 'owner', header: t('dashboards.columns.owner'), value: ({ owner }) => owner, from: 'sm' },
    {
      key: 'permission',
      header: t('dashboards.columns.permission'),
      value: ({ permission }) => t(`dashboards.permissions.${permission}`),
      cell: ({ permission }) => (
        <Badge variant="light" color={permission === 'view' ? 'gray' : 'pine'}>
          {t(`dashboards.permissions.${permission}`)}
        </Badge>
      ),
      from: 'md',
    },
    {
      key: 'updated',
      header: t('dashboards.columns.updated'),
      value: ({ updated_at: updated }) => updated,
      cell: ({ updated_at: updated }) => <RelativeTime value={updated} />,
      from: 'sm',
    },
  ];
}
