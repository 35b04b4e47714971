import { Badge } from '@mantine/core';
import { portalPath, RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import type { Permission, UserPermission } from '../client.ts';
import { resourceTypeName } from '../resources/resource-type-name.ts';

type ServiceName = (key: string) => string;

const colors = { view: 'gray', edit: 'blue', admin: 'orange' } as const;

/** Columns of the permissions of groups. */
export function permissionColumns(serviceName: ServiceName): Column<Permission>[] {
  return [
    ...resourceColumns<Permission>(serviceName),
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
    levelColumn(),
    {
      key: 'created',
      header: t('permissions.created'),
      value: (grant) => grant.created_at,
      cell: (grant) => <RelativeTime value={grant.created_at} />,
      from: 'md',
    },
  ];
}

/** Columns of the permissions of individual people. */
export function personColumns(serviceName: ServiceName): Column<UserPermission>[] {
  return [
    ...resourceColumns<UserPermission>(serviceName),
    { key: 'person', header: t('permissions.person'), value: (grant) => grant.username },
    levelColumn(),
  ];
}

function resourceColumns<Row extends Permission | UserPermission>(serviceName: ServiceName): Column<Row>[] {
  const nameOf = (grant: Row) => grant.resource_name ?? `#${grant.resource_id}`;
  return [
    {
      key: 'resource',
      header: t('permissions.resource'),
      value: nameOf,
      cell: (grant) => (
        <RowLink href={`${portalPath()}/admin/resources/${grant.resource_id}`}>{nameOf(grant)}</RowLink>
      ),
      always: true,
    },
    {
      key: 'type',
      header: t('permissions.type'),
      value: (grant) => resourceTypeName(grant.resource_type, grant.service),
      from: 'md',
    },
    {
      key: 'service',
      header: t('permissions.service'),
      value: (grant) => serviceName(grant.service ?? ''),
      from: 'lg',
    },
  ];
}

function levelColumn<Row extends Permission | UserPermission>(): Column<Row> {
  return {
    key: 'permission',
    header: t('permissions.permission'),
    value: (grant) => grant.permission,
    cell: (grant) => (
      <Badge color={colors[grant.permission]}>{t(`permissions.level_${grant.permission}`)}</Badge>
    ),
  };
}

/** The names in sentences about a permission. */
export function permissionNames(grant: Permission) {
  return {
    group: grant.group_name ?? `#${grant.group_id}`,
    resource: grant.resource_name ?? `#${grant.resource_id}`,
    permission: t(`permissions.level_${grant.permission}`),
  };
}
