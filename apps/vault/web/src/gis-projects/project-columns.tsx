import { RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import { gisProjectHref } from '../addresses.ts';
import type { GisProject } from '../client.ts';
import { RuntimeState, stateName } from './runtime-state.tsx';

export function projectColumns(): Column<GisProject>[] {
  return [
    {
      key: 'name',
      header: t('gisProjects.name'),
      value: (row) => row.name,
      cell: (row) => <RowLink href={gisProjectHref(row.id)}>{row.name}</RowLink>,
      always: true,
    },
    {
      key: 'status',
      header: t('gisProjects.status'),
      value: (row) => stateName(row.runtime_status),
      cell: (row) => <RuntimeState status={row.runtime_status} />,
      always: true,
      width: 130,
    },
    { key: 'kind', header: t('gisProjects.kind'), value: kindOf, from: 'md' },
    { key: 'dataset', header: t('gisProjects.dataset'), value: (row) => row.dataset, from: 'lg' },
    {
      key: 'snapshots',
      header: t('gisProjects.snapshots'),
      value: (row) => row.snapshot_count,
      align: 'right',
      from: 'sm',
    },
    {
      key: 'updated',
      header: t('gisProjects.updated'),
      value: (row) => row.updated_at,
      cell: (row) => (row.updated_at ? <RelativeTime value={row.updated_at} /> : '–'),
      from: 'sm',
    },
  ];
}

export function kindOf({ render_mode: mode }: GisProject): string | undefined {
  return mode === 'raster' || mode === 'vector' ? t(`gisProjects.kinds.${mode}`) : mode;
}
