import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import { DropdownMenu } from './dropdown-menu.tsx';
import type { Dropdown } from './use-dropdown.ts';

const choices = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

export function ThemeMenuItems(dropdown: Dropdown) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <DropdownMenu width={160} label={tui('theme.label')} {...dropdown}>
      {choices.map(({ value, icon: Icon }) => (
        <Menu.Item
          key={value}
          leftSection={<Icon size={16} stroke={1.7} />}
          rightSection={colorScheme === value ? <IconCheck size={14} /> : null}
          aria-current={colorScheme === value}
          onClick={() => setColorScheme(value)}
        >
          {tui(`theme.${value}`)}
        </Menu.Item>
      ))}
    </DropdownMenu>
  );
}
