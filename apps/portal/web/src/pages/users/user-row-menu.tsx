import { Menu } from '@mantine/core';
import { IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { RowMenu, t, useMe } from '@cairn/ui';
import type { User } from '../../api.ts';
import { useUserChange } from './use-user-change.ts';

interface Props {
  user: User;
  onOpen: () => void;
}

/** What can be done with a user from the table. */
export function UserRowMenu({ user, onOpen }: Props) {
  const { data: me } = useMe();
  const change = useUserChange(({ username, enabled }) =>
    t(enabled ? 'users.nowEnabled' : 'users.nowDisabled', { name: username }),
  );
  const toggle = () => change.mutate({ user, enabled: !user.enabled });
  const self = me?.user?.username === user.username;
  return (
    <RowMenu label={t('users.menu', { name: user.username })}>
      <Menu.Item leftSection={<IconPencil size={15} />} onClick={onOpen}>
        {t('users.edit')}
      </Menu.Item>
      <Menu.Item
        disabled={self}
        leftSection={user.enabled ? <IconUserOff size={15} /> : <IconUserCheck size={15} />}
        onClick={toggle}
      >
        {t(user.enabled ? 'users.disable' : 'users.enable')}
      </Menu.Item>
    </RowMenu>
  );
}
