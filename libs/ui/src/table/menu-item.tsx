import { Menu } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ServiceLink } from '../shell/service-link.tsx';

interface MenuItemProps {
  icon: Icon;
  /** Where it leads; otherwise `onClick` says what it does. */
  href?: string;
  onClick?: () => void;
  color?: 'red';
  disabled?: boolean;
  children: ReactNode;
}

/** An entry of a row's menu, with its icon. */
export function MenuItem({ icon: Icon, href, ...rest }: MenuItemProps) {
  const leftSection = <Icon size={16} stroke={1.7} aria-hidden />;
  return href === undefined ? (
    <Menu.Item leftSection={leftSection} {...rest} />
  ) : (
    <Menu.Item component={ServiceLink} href={href} leftSection={leftSection} {...rest} />
  );
}
