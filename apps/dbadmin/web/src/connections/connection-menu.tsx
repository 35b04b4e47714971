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
import { useServerRights } from '../layout/use-server-rights.ts';

const ICON = { size: 16, stroke: 1.7, 'aria-hidden': true } as const;

const OF_THE_SERVER = [
  { path: '/users', name: 'users', icon: IconUser },
  { path: '/network-access', name: 'network', icon: IconShieldLock },
  { path: '/settings', name: 'settings', icon: IconAdjustments },
];

interface ConnectionMenuProps {
  row: Connection;
  onOpen: (panel: string) => void;
}

/** From a server to what is on it. */
export function ConnectionMenu({ row, onOpen }: ConnectionMenuProps) {
  const rights = useServerRights(row);
  const hasTerminals = useMe().data?.admin === true;
  const links = [
    { path: '/databases', name: 'databases', icon: IconDatabase },
    ...(rights.edit ? OF_THE_SERVER : []),
    ...(hasTerminals ? [{ path: '/terminal', name: 'terminal', icon: IconTerminal2 }] : []),
  ];
  return (
    <RowMenu label={t('connections.menu', { name: row.name })}>
      <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={() => onOpen(String(row.id))}>
        {t(rights.admin ? 'connections.edit' : 'connections.details')}
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
