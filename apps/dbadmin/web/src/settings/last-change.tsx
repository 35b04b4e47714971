import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { RelativeTime, t, useChange } from '@cairn/ui';
import { dbadmin, type Connection, type SettingHistory } from '../client.ts';
import { overviewKey, settingsKey } from '../query-keys.ts';
import styles from './settings.module.css';

interface LastChangeProps {
  server: Connection;
  change: SettingHistory;
  mayUndo: boolean;
}

/** What was changed last, and the way back. */
export function LastChange({ server, change, mayUndo }: LastChangeProps) {
  const undo = useChange(
    (id: number) => dbadmin.POST('/api/settings/undo', { body: { connection_id: id } }),
    {
      refresh: [settingsKey(server.id), overviewKey(server.id)],
      done: ({ pending_restart: pending, name }) =>
        t(pending ? 'settings.undonePending' : 'settings.undone', { name }),
    },
  );
  const words = {
    name: change.name,
    from: change.previous_value ?? t('settings.theDefault'),
    to: change.value ?? t('settings.theDefault'),
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
          onClick={() => undo.mutate(server.id)}
        >
          {t('settings.undo')}
        </Button>
      ) : null}
    </div>
  );
}
