import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

interface Props {
  /** What the menu is for, by name of the row. */
  label: string;
  children: ReactNode;
}

/** The rarer actions of a row. A table has many of them: only a menu that is opened is more than a button. */
export function RowMenu({ label, children }: Props) {
  const [used, setUsed] = useState(false);
  const button = { variant: 'subtle', color: 'gray', size: 28, 'aria-label': label } as const;
  if (!used) {
    return (
      <ActionIcon {...button} aria-haspopup="menu" aria-expanded={false} onClick={() => setUsed(true)}>
        <IconDots size={16} />
      </ActionIcon>
    );
  }
  return (
    <Menu position="bottom-end" withinPortal defaultOpened>
      <Menu.Target>
        <ActionIcon {...button}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
