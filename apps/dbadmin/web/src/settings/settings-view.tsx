import { Alert, Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconRefreshAlert, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState, ErrorState, formatNumber, LoadingRows, Panel, t, useApi, useUrlState } from '@cairn/ui';
import { dbadmin, type Connection, type SettingList } from '../client.ts';
import { useServerRights } from '../layout/use-server-rights.ts';
import { settingsKey } from '../query-keys.ts';
import { LastChange } from './last-change.tsx';
import { SettingRow } from './setting-row.tsx';
import { found, type Shown } from './search.ts';
import styles from './settings.module.css';

/** The settings of a server in groups, searched and filtered by what stands in the address. */
export function SettingsView({ server }: { server: Connection }) {
  const [words, setWords] = useUrlState('q');
  const [shownText, setShown] = useUrlState('show', 'all');
  const shown: Shown = shownText === 'modified' || shownText === 'restart' ? shownText : 'all';
  const mayChange = useServerRights(server).admin;
  const settings = useApi(settingsKey(server.id), (signal) =>
    dbadmin.GET('/api/settings', { params: { query: { connection_id: server.id } }, signal }),
  );
  const groups = useMemo(
    () => found(settings.data?.groups ?? [], { words, shown }),
    [settings.data, words, shown],
  );
  if (settings.error) return <ErrorState error={settings.error} retry={() => void settings.refetch()} />;
  if (!settings.data) return <LoadingRows height={56} />;
  const { modified_count: modified, restart_count: waiting, last_change: last } = settings.data;
  return (
    <div className={styles.sections}>
      {waiting > 0 ? (
        <Alert color="yellow" icon={<IconRefreshAlert size={18} />} title={t('settings.waitingTitle')}>
          {t('settings.waiting', { count: waiting, number: formatNumber(waiting) })}
        </Alert>
      ) : null}
      {last ? (
        <LastChange
          server={server}
          change={last}
          unit={unitOf(settings.data, last.name)}
          mayUndo={mayChange}
        />
      ) : null}
      <div className={styles.tools} role="search">
        <TextInput
          className={styles.search}
          aria-label={t('settings.search')}
          placeholder={t('settings.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('settings.show')}
          value={shown}
          onChange={setShown}
          data={[
            { value: 'all', label: t('settings.all') },
            { value: 'modified', label: t('settings.modified', { number: formatNumber(modified) }) },
            { value: 'restart', label: t('settings.needsRestart', { number: formatNumber(waiting) }) },
          ]}
        />
      </div>
      {groups.length === 0 ? (
        <EmptyState
          boxed
          title={t('settings.nothing')}
          action={
            <Button
              variant="default"
              onClick={() => {
                setWords('');
                setShown('all');
              }}
            >
              {t('settings.reset')}
            </Button>
          }
        />
      ) : null}
      {groups.map((group) => (
        <Panel key={group.key} title={group.title} flush>
          <ul className={styles.list}>
            {group.settings.map((setting) => (
              <SettingRow key={setting.name} server={server} setting={setting} mayChange={mayChange} />
            ))}
          </ul>
        </Panel>
      ))}
    </div>
  );
}

function unitOf({ groups }: SettingList, name: string): string | null {
  const setting = groups.flatMap(({ settings }) => settings).find((each) => each.name === name);
  return setting?.unit ?? null;
}
