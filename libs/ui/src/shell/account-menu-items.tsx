import { Menu } from '@mantine/core';
import { IconKey, IconLogout } from '@tabler/icons-react';
import { ownSignIn } from '../api/own-sign-in.ts';
import { signOut, type Me } from '../api/use-me.ts';
import { portalPath } from '../boot/base-path.ts';
import { tui } from '../i18n.ts';
import { DropdownMenu } from './dropdown-menu.tsx';
import { ServiceLink } from './service-link.tsx';
import type { Dropdown } from './use-dropdown.ts';

interface Props extends Dropdown {
  me: Me;
  label: string;
}

export function AccountMenuItems({ me, ...dropdown }: Props) {
  return (
    <DropdownMenu width={232} {...dropdown}>
      <div style={{ padding: '6px 12px 8px' }}>
        <div style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{me.user?.username}</div>
        <div style={{ color: 'var(--cairn-muted)', fontSize: 12, overflowWrap: 'anywhere' }}>
          {me.admin ? tui('account.admin') : me.user?.email}
        </div>
      </div>
      <Menu.Divider />
      {!ownSignIn() && (
        <Menu.Item
          component={ServiceLink}
          href={`${portalPath()}/account`}
          leftSection={<IconKey size={16} stroke={1.7} />}
        >
          {tui('account.account')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={signOut}>
        {tui('account.signOut')}
      </Menu.Item>
    </DropdownMenu>
  );
}
