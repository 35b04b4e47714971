import { Menu } from '@mantine/core';
import {
  IconAdjustments,
  IconDatabase,
  IconPencil,
  IconShieldLock,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react';
import { RowMenu, ServiceLink, t, useMe } from '@cairn/ui';
import { pageHref, type Connection } from '../client.ts';

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

interface ConnectionMenuProps {
  row: Connection;
  mayAdminister: boolean;
  onOpen: (panel: string) => void;
}

/** From a server to what is on it. */
export function ConnectionMenu({ row, mayAdminister, onOpen }: ConnectionMenuProps) {
  const hasTerminals = useMe().data?.admin === true;
  const links = [
    { path: '/databases', name: 'databases', icon: IconDatabase },
    { path: '/users', name: 'users', icon: IconUser },
    { path: '/network-access', name: 'network', icon: IconShieldLock },
    { path: '/settings', name: 'settings', icon: IconAdjustments },
    ...(hasTerminals ? [{ path: '/terminal', name: 'terminal', icon: IconTerminal2 }] : []),
  ];
  return (
    <RowMenu label={t('connections.menu', { name: row.name })}>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => onOpen(String(row.id))}>
        {t(mayAdminister ? 'connections.edit' : 'connections.details')}
      </Menu.Item>
      <Menu.Divider />
      {links.map(({ path, name, icon: Icon }) => (
        <Menu.Item
          key={path}
          component={ServiceLink}
          href={pageHref(path, { connection_id: row.id })}
          leftSection={<Icon {...ICON} />}
        >
          {t(`nav.${name}`)}
        </Menu.Item>
      ))}
    </RowMenu>
  );
}
