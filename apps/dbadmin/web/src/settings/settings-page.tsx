import { Alert, Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconRefreshAlert, IconSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyState, Loaded, Panel, formatNumber, t, useApi, useUrlState } from '@cairn/ui';
import { dbadmin, type Connection, type SettingList } from '../client.ts';
import { useServerRights } from '../connections/use-server-rights.ts';
import { ServerPage } from '../layout/server-page.tsx';
import { settingsKey } from '../query-keys.ts';
import { filterSettings, type SettingFilter } from './filter-settings.ts';
import { LastChange } from './last-change.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './settings.module.css';

/** The settings of a server in groups. Search and filter are in the address. */
export function SettingsPage() {
  return (
    <ServerPage title={t('settings.title')} lead={t('settings.lead')}>
      {(server) => <ServerSettings server={server} />}
    </ServerPage>
  );
}

function ServerSettings({ server }: { server: Connection }) {
  const settings = useApi(settingsKey(server.id), (signal) =>
    dbadmin.GET('/api/settings', { params: { query: { connection_id: server.id } }, signal }),
  );
  return (
    <Loaded query={settings} height={56}>
      {(list) => <SettingsView server={server} list={list} />}
    </Loaded>
  );
}

function SettingsView({ server, list }: { server: Connection; list: SettingList }) {
  const [words, setWords] = useUrlState('q');
  const [show, setShow] = useUrlState('show', 'all');
  const filter: SettingFilter = show === 'modified' || show === 'restart' ? show : 'all';
  const mayChange = useServerRights(server).admin;
  const groups = useMemo(() => filterSettings(list.groups, { words, filter }), [list.groups, words, filter]);
  const { modified_count: modified, restart_count: pending, last_change: last } = list;
  return (
    <div className={styles.sections}>
      {pending > 0 ? (
        <Alert color="yellow" icon={<IconRefreshAlert size={18} />} title={t('settings.restartRequired')}>
          {t('settings.pending', { count: pending, number: formatNumber(pending) })}
        </Alert>
      ) : null}
      {last ? (
        <LastChange server={server} change={last} unit={unitOf(list, last.name)} mayUndo={mayChange} />
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
          value={filter}
          onChange={setShow}
          data={[
            { value: 'all', label: t('settings.all') },
            { value: 'modified', label: t('settings.modified', { number: formatNumber(modified) }) },
            { value: 'restart', label: t('settings.needsRestart', { number: formatNumber(pending) }) },
          ]}
        />
      </div>
      {groups.length === 0 ? (
        <EmptyState
          boxed
          title={t('settings.none')}
          action={
            <Button
              variant="default"
              onClick={() => {
                setWords('');
                setShow('all');
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
