import { IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { MenuItem, RowMenu, t, useChange, useMe } from '@cairn/ui';
import { portal, type User } from '../client.ts';
import { groupsKey, usersKey } from '../query-keys.ts';

interface Props {
  user: User;
  onOpen: () => void;
}

/** Actions of a user in the table. */
export function UserRowMenu({ user, onOpen }: Props) {
  const { data: me } = useMe();
  const toggle = useChange(
    () =>
      portal.PUT('/api/admin/users/{id}', {
        params: { path: { id: user.id } },
        body: { email: user.email, enabled: !user.enabled, group_ids: user.group_ids },
      }),
    {
      refresh: [usersKey, groupsKey],
      done: ({ username, enabled }) =>
        t(enabled ? 'users.nowEnabled' : 'users.nowDisabled', { name: username }),
    },
  );
  return (
    <RowMenu label={t('users.menu', { name: user.username })}>
      <MenuItem icon={IconPencil} onClick={onOpen}>
        {t('users.edit')}
      </MenuItem>
      <MenuItem
        disabled={me?.user?.username === user.username}
        icon={user.enabled ? IconUserOff : IconUserCheck}
        onClick={() => toggle.mutate()}
      >
        {t(user.enabled ? 'users.disable' : 'users.enable')}
      </MenuItem>
    </RowMenu>
  );
}
