import { Badge } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { portalPath, RowLink, t, type Column } from '@cairn/ui';
import type { AccessOverviewItem } from '../client.ts';
import { resourceTypeName } from './resource-type-name.ts';
import { BadgeList } from '../administration/badge-list.tsx';

/** Columns of the overview of resources. */
export function resourceColumns(serviceName: (key: string) => string): Column<AccessOverviewItem>[] {
  return [
    {
      key: 'name',
      header: t('resources.name'),
      value: (item) => item.display_name,
      cell: (item) => (
        <>
          <RowLink href={`${portalPath()}/admin/resources/${item.resource_id}${window.location.search}`}>
            {item.display_name}
          </RowLink>
          <div style={{ color: 'var(--cairn-muted)', fontSize: 12 }}>{item.resource_key}</div>
        </>
      ),
      always: true,
    },
    {
      key: 'type',
      header: t('resources.type'),
      value: (item) => resourceTypeName(item.resource_type, item.service),
      from: 'md',
    },
    {
      key: 'service',
      header: t('resources.service'),
      value: (item) => serviceName(item.service),
      from: 'lg',
    },
    { key: 'owner', header: t('resources.owner'), value: (item) => item.owner_name, from: 'lg' },
    {
      key: 'visibility',
      header: t('resources.visibility'),
      value: (item) => item.visibility,
      cell: ({ visibility }) => {
        const open = visibility === 'public';
        return (
          <Badge
            color={open ? 'green' : 'gray'}
            leftSection={open ? <IconWorld size={12} /> : <IconLock size={12} />}
          >
            {t(`visibility.${visibility}`)}
          </Badge>
        );
      },
    },
    {
      key: 'groups',
      header: t('resources.groups'),
      value: (item) => namesOf(item).join(', '),
      cell: (item) => (
        <BadgeList
          names={namesOf(item)}
          none={t(item.visibility === 'public' ? 'resources.everybody' : 'resources.nobody')}
        />
      ),
      sortable: false,
      from: 'sm',
    },
  ];
}

function namesOf({ group_names_with_access: groups, people_with_access: people = [] }: AccessOverviewItem) {
  return [...groups, ...people];
}
