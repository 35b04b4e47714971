import { Badge } from '@mantine/core';
import { formatNumber, portalPath, RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import type { Group } from '../client.ts';

/** Columns of the table of groups. */
export function groupColumns(): Column<Group>[] {
  return [
    {
      key: 'name',
      header: t('groups.name'),
      value: (group) => group.name,
      cell: (group) => (
        <>
          <RowLink href={`${portalPath()}/admin/groups/${group.id}${window.location.search}`}>
            {group.name}
          </RowLink>{' '}
          {group.protected && (
            <Badge ml={4} color="gray" title={t('groups.builtInHint')}>
              {t('groups.builtIn')}
            </Badge>
          )}
        </>
      ),
      always: true,
    },
    { key: 'description', header: t('groups.description'), value: (group) => group.description, from: 'sm' },
    {
      key: 'members',
      header: t('groups.members'),
      value: (group) => group.member_count,
      cell: (group) => formatNumber(group.member_count),
      align: 'right',
    },
    {
      key: 'created',
      header: t('groups.created'),
      value: (group) => group.created_at,
      cell: (group) => <RelativeTime value={group.created_at} />,
      from: 'md',
    },
  ];
}
