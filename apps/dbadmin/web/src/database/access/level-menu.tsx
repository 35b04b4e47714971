import { Menu } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { MenuItem, RowMenu, t } from '@cairn/ui';
import type { Level } from '../../client.ts';

export const LEVELS: readonly Level[] = ['readonly', 'readwrite', 'admin'];

interface LevelMenuProps {
  role: string;
  level: Level;
  disabled: boolean;
  onChange: (level: Level) => void;
  onRevoke: () => void;
}

/** Changes or revokes the access level of a role. */
export function LevelMenu({ role, level, disabled, onChange, onRevoke }: LevelMenuProps) {
  return (
    <RowMenu label={t('common.actionsFor', { name: role })}>
      {LEVELS.map((each) => (
        <Menu.Item
          key={each}
          disabled={disabled || each === level}
          leftSection={<IconCheck size={16} aria-hidden opacity={each === level ? 1 : 0} />}
          onClick={() => onChange(each)}
        >
          {t(`access.levels.${each}`)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <MenuItem icon={IconTrash} color="red" disabled={disabled} onClick={onRevoke}>
        {t('access.revoke')}
      </MenuItem>
    </RowMenu>
  );
}
