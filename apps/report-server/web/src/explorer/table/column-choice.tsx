import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { formatHidden } from '../state/address.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { useShownColumns } from './use-shown-columns.ts';

/** Which columns the table has. */
export function ColumnChoice() {
  const { state, change } = useExplorer();
  const { possible, columns } = useShownColumns();
  const toggle = (name: string) => {
    const hidden = state.hidden.includes(name)
      ? state.hidden.filter((each) => each !== name)
      : [...state.hidden, name];
    if (hidden.length < possible.length) change({ hide: formatHidden(hidden) });
  };
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Tooltip label={t('table.columns')}>
          <ActionIcon variant="default" size={30} aria-label={t('table.columns')}>
            <IconColumns3 size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {possible.map(({ name }) => (
          <Menu.CheckboxItem
            key={name}
            checked={columns.some((column) => column.name === name)}
            onChange={() => toggle(name)}
          >
            {name}
          </Menu.CheckboxItem>
        ))}
        {state.hidden.length > 0 ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => change({ hide: '' })}>{t('table.allColumns')}</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
