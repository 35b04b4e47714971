import { Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconDatabase,
  IconPencil,
  IconShieldLock,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react';
import { MenuItem, RowMenu, t, useMe } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import type { Connection } from '../client.ts';
import { useServerRights } from './use-server-rights.ts';

interface ConnectionMenuProps {
  row: Connection;
  onOpen: (panel: string) => void;
}

/** Opens a server, or the pages about it. */
export function ConnectionMenu({ row, onOpen }: ConnectionMenuProps) {
  const rights = useServerRights(row);
  const isAdmin = useMe().data?.admin === true;
  const links = [
    { path: '/databases', name: 'databases', icon: IconDatabase, isShown: true },
    { path: '/users', name: 'users', icon: IconUser, isShown: rights.edit },
    { path: '/network-access', name: 'network', icon: IconShieldLock, isShown: rights.edit },
    { path: '/settings', name: 'settings', icon: IconAdjustments, isShown: rights.edit },
    { path: '/terminal', name: 'terminal', icon: IconTerminal2, isShown: isAdmin },
  ];
  return (
    <RowMenu label={t('common.actionsFor', { name: row.name })}>
      <MenuItem icon={IconPencil} onClick={() => onOpen(String(row.id))}>
        {t(rights.admin ? 'common.edit' : 'connections.details')}
      </MenuItem>
      <Menu.Divider />
      {links
        .filter(({ isShown }) => isShown)
        .map(({ path, name, icon }) => (
          <MenuItem key={path} icon={icon} href={pageHref(path, { connection_id: row.id })}>
            {t(`nav.${name}`)}
          </MenuItem>
        ))}
    </RowMenu>
  );
}
