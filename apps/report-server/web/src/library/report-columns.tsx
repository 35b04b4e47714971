import { Badge, Text } from '@mantine/core';
import { RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import { hrefOf, viewerRoute } from './addresses.ts';
import type { ReportSummary } from './types.ts';

export function reportColumns(): Column<ReportSummary>[] {
  return [
    {
      key: 'title',
      header: t('library.columns.title'),
      value: ({ title }) => title,
      search: ({ description, key }) => `${description} ${key}`,
      cell: ({ key, title, description, archived_at: archived }) => (
        <div>
          {archived === null ? <RowLink href={hrefOf(viewerRoute(key))}>{title}</RowLink> : title}
          {description === '' ? null : (
            <Text size="sm" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </div>
      ),
      always: true,
    },
    {
      key: 'datasource',
      header: t('library.columns.datasource'),
      value: ({ datasource }) => datasource ?? '',
      from: 'md',
    },
    {
      key: 'engine',
      header: t('library.columns.engine'),
      value: ({ engine }) => t(`library.engines.${engine}`),
      from: 'lg',
    },
    { key: 'owner', header: t('library.columns.owner'), value: ({ owner }) => owner ?? '', from: 'lg' },
    {
      key: 'permission',
      header: t('library.columns.permission'),
      value: ({ permission }) => t(`library.permissions.${permission}`),
      cell: ({ permission }) => (
        <Badge variant="light" color={permission === 'view' ? 'gray' : 'pine'}>
          {t(`library.permissions.${permission}`)}
        </Badge>
      ),
      from: 'md',
    },
    {
      key: 'updated',
      header: t('library.columns.updated'),
      value: ({ updated_at: updated }) => updated,
      cell: ({ updated_at: updated }) => <RelativeTime value={updated} />,
      from: 'sm',
    },
  ];
}
