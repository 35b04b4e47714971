import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './dropdown.module.css';
import type { Dropdown } from './use-dropdown.ts';

interface Props extends Dropdown {
  label: string;
  width: number;
  children: ReactNode;
}

/** The menu of a button that is on the page before it. */
export function DropdownMenu({ opened, onClose, label, width, children }: Props) {
  return (
    <Menu
      position="bottom-end"
      width={width}
      opened={opened}
      returnFocus={false}
      onChange={(next) => !next && onClose()}
    >
      <Menu.Target>
        <span className={classes.anchor} aria-label={label} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown data-dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
