import { Avatar, Button, Menu, Skeleton, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconKey, IconLogout } from '@tabler/icons-react';
import { signInAddress, signOut, useMe } from '../api/use-me.ts';
import { portalPath } from '../boot/base-path.ts';
import { tui } from '../i18n.ts';
import { ServiceLink } from './service-link.tsx';

/** Who is signed in, or the way to sign in. */
export function AccountMenu() {
  const { data: me, isPending } = useMe();
  if (isPending) return <Skeleton circle height={28} />;
  if (!me?.user) {
    return (
      <Button component="a" href={signInAddress()} size="xs" ml={4}>
        {tui('account.signIn')}
      </Button>
    );
  }
  const { username, email } = me.user;
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <UnstyledButton style={{ borderRadius: '50%', padding: 3 }}>
          <Avatar name={username} color="pine" variant="light" size={28} aria-hidden />
          <VisuallyHidden>{tui('account.menu', { name: username })}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '6px 12px 8px' }}>
          <div style={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{username}</div>
          <div style={{ color: 'var(--cairn-muted)', fontSize: 12, overflowWrap: 'anywhere' }}>
            {me.admin ? tui('account.admin') : email}
          </div>
        </div>
        <Menu.Divider />
        <Menu.Item
          component={ServiceLink}
          href={`${portalPath()}/account`}
          leftSection={<IconKey size={16} stroke={1.7} />}
        >
          {tui('account.account')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.7} />} onClick={signOut}>
          {tui('account.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
