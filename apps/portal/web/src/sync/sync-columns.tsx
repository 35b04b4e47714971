import { Badge } from '@mantine/core';
import { RelativeTime, ServiceLink, t, type Column } from '@cairn/ui';
import type { Compared } from './compare-with-cards.ts';

const colors = { new: 'blue', changed: 'yellow', imported: 'green', linked: 'gray' } as const;

/** Columns of the entries of a service. */
export function syncColumns(): Column<Compared>[] {
  return [
    {
      key: 'title',
      header: t('sync.item'),
      value: (row) => row.title,
      cell: (row) => (
        <>
          <ServiceLink href={row.item.url ?? '/'}>{row.title}</ServiceLink>
          <div style={{ color: 'var(--cairn-muted)', fontSize: 12 }}>{row.id}</div>
        </>
      ),
      always: true,
    },
    { key: 'category', header: t('sync.category'), value: (row) => row.item.category, from: 'md' },
    {
      key: 'updated',
      header: t('sync.updated'),
      value: (row) => row.item.updated_at,
      cell: (row) => <RelativeTime value={row.item.updated_at} />,
      from: 'md',
    },
    {
      key: 'state',
      header: t('sync.state'),
      value: (row) => t(`sync.state_${row.state}`),
      cell: (row) => <Badge color={colors[row.state]}>{t(`sync.state_${row.state}`)}</Badge>,
      from: 'sm',
    },
  ];
}
