import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { RelativeTime, t } from '@cairn/ui';
import type { Connection, SettingHistory } from '../client.ts';
import styles from './settings.module.css';
import { inUnits } from './units.ts';
import { useUndo } from './use-undo.ts';

interface LastChangeProps {
  server: Connection;
  change: SettingHistory;
  /** Of the setting that was changed. */
  unit: string | null;
  mayUndo: boolean;
}

/** What was changed last, and the way back. */
export function LastChange({ server, change, unit, mayUndo }: LastChangeProps) {
  const undo = useUndo(server);
  const words = {
    name: change.name,
    from: valueWords(change.previous_value, unit),
    to: valueWords(change.value, unit),
    by: change.changed_by ?? '–',
  };
  return (
    <div className={styles.last}>
      <span>
        {t('settings.last', words)} <RelativeTime value={change.changed_at} />
      </span>
      {mayUndo ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          {t('settings.undo')}
        </Button>
      ) : null}
    </div>
  );
}

function valueWords(value: string | null | undefined, unit: string | null): string {
  if (value === null || value === undefined) return t('settings.theDefault');
  return value === '' ? '–' : inUnits(value, unit);
}
