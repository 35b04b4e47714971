import { Badge } from '@mantine/core';
import { portalPath, RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import type { Permission, UserPermission } from '../../api.ts';

const colors = { view: 'gray', edit: 'blue', admin: 'orange' } as const;

/** Columns of the table of single grants. */
export function permissionColumns(): Column<Permission>[] {
  return [
    {
      key: 'resource',
      header: t('permissions.resource'),
      value: (grant) => grant.resource_name ?? `#${grant.resource_id}`,
      cell: (grant) => (
        <RowLink href={`${portalPath()}/admin/resources/${grant.resource_id}`}>
          {grant.resource_name ?? `#${grant.resource_id}`}
        </RowLink>
      ),
      always: true,
    },
    { key: 'type', header: t('permissions.type'), value: (grant) => grant.resource_type, from: 'md' },
    { key: 'service', header: t('permissions.service'), value: (grant) => grant.service, from: 'lg' },
    {
      key: 'group',
      header: t('permissions.group'),
      value: (grant) => grant.group_name ?? `#${grant.group_id}`,
      cell: (grant) => (
        <RowLink href={`${portalPath()}/admin/groups/${grant.group_id}`}>
          {grant.group_name ?? `#${grant.group_id}`}
        </RowLink>
      ),
    },
    {
      key: 'permission',
      header: t('permissions.permission'),
      value: (grant) => grant.permission,
      cell: (grant) => (
        <Badge color={colors[grant.permission]}>{t(`permissions.level_${grant.permission}`)}</Badge>
      ),
    },
    {
      key: 'created',
      header: t('permissions.created'),
      value: (grant) => grant.created_at,
      cell: (grant) => <RelativeTime value={grant.created_at} />,
      from: 'md',
    },
  ];
}

/** Columns of the table of permissions of single people. */
export function personColumns(): Column<UserPermission>[] {
  return [
    {
      key: 'resource',
      header: t('permissions.resource'),
      value: (grant) => grant.resource_name,
      cell: (grant) => (
        <RowLink href={`${portalPath()}/admin/resources/${grant.resource_id}`}>{grant.resource_name}</RowLink>
      ),
      always: true,
    },
    { key: 'type', header: t('permissions.type'), value: (grant) => grant.resource_type, from: 'md' },
    { key: 'service', header: t('permissions.service'), value: (grant) => grant.service, from: 'lg' },
    { key: 'person', header: t('permissions.person'), value: (grant) => grant.username },
    {
      key: 'permission',
      header: t('permissions.permission'),
      value: (grant) => grant.permission,
      cell: (grant) => (
        <Badge color={colors[grant.permission]}>{t(`permissions.level_${grant.permission}`)}</Badge>
      ),
    },
  ];
}
