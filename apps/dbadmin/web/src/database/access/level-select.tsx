import { Menu } from '@mantine/core';
import { IconCheck, IconTrash } from '@tabler/icons-react';
import { RowMenu, t } from '@cairn/ui';
import type { Level } from '../../client.ts';

export const LEVELS: readonly Level[] = ['readonly', 'readwrite', 'admin'];

interface LevelSelectProps {
  role: string;
  level: Level;
  disabled: boolean;
  onChange: (level: Level) => void;
  onRevoke: () => void;
}

/** Raises, lowers or takes away what a role may do. */
export function LevelSelect({ role, level, disabled, onChange, onRevoke }: LevelSelectProps) {
  return (
    <RowMenu label={t('databases.menu', { name: role })}>
      {LEVELS.map((each) => (
        <Menu.Item
          key={each}
          disabled={disabled || each === level}
          leftSection={<IconCheck size={16} aria-hidden opacity={each === level ? 1 : 0} />}
          onClick={() => onChange(each)}
        >
          {t(`access.level.${each}`)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        color="red"
        disabled={disabled}
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={onRevoke}
      >
        {t('access.revoke')}
      </Menu.Item>
    </RowMenu>
  );
}
