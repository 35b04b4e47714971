import { Badge, Group } from '@mantine/core';
import { portalPath, RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import type { User } from '../client.ts';
import { BadgeList } from '../administration/badge-list.tsx';

/** Columns of the table of users. */
export function userColumns(): Column<User>[] {
  return [
    {
      key: 'username',
      header: t('users.username'),
      value: (user) => user.username,
      cell: (user) => (
        <>
          <RowLink href={`${portalPath()}/admin/users/${user.id}${window.location.search}`}>
            {user.username}
          </RowLink>{' '}
          {user.is_admin && <Badge>{t('users.admin')}</Badge>}
        </>
      ),
      always: true,
    },
    {
      key: 'display_name',
      header: t('users.displayName'),
      value: (user) => user.display_name ?? '',
      from: 'sm',
    },
    { key: 'email', header: t('users.email'), value: (user) => user.email, from: 'md' },
    {
      key: 'groups',
      header: t('users.groups'),
      value: (user) => user.groups.join(', '),
      cell: (user) => <BadgeList names={user.groups} />,
      from: 'md',
      sortable: false,
    },
    {
      key: 'enabled',
      header: t('users.state'),
      value: (user) => (user.enabled ? t('users.enabled') : t('users.disabled')),
      cell: (user) => (
        <Group gap={4}>
          <Badge color={user.enabled ? 'green' : 'gray'}>
            {t(user.enabled ? 'users.enabled' : 'users.disabled')}
          </Badge>
          {user.must_change_password && <Badge color="yellow">{t('users.newPasswordDue')}</Badge>}
        </Group>
      ),
    },
    {
      key: 'created',
      header: t('users.created'),
      value: (user) => user.created_at,
      cell: (user) => <RelativeTime value={user.created_at} />,
      from: 'md',
    },
  ];
}
