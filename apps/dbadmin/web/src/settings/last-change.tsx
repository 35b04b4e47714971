import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { RelativeTime, t, tui } from '@cairn/ui';
import type { Connection, SettingHistory } from '../client.ts';
import { formatOrDefault } from './format-setting.ts';
import { useUndoChange } from './use-undo-change.ts';
import styles from './settings.module.css';

interface LastChangeProps {
  server: Connection;
  change: SettingHistory;
  /** Unit of the changed setting. */
  unit: string | null;
  mayUndo: boolean;
}

/** The last change of a setting, with Undo. */
export function LastChange({ server, change, unit, mayUndo }: LastChangeProps) {
  const undo = useUndoChange(server);
  const values = {
    name: change.name,
    from: formatOrDefault(change.previous_value, unit),
    to: formatOrDefault(change.value, unit),
    by: change.changed_by ?? '–',
  };
  return (
    <div className={styles.last}>
      <span>
        {t('settings.last', values)} <RelativeTime value={change.changed_at} />
      </span>
      {mayUndo ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {tui('undo.label')}
        </Button>
      ) : null}
    </div>
  );
}
