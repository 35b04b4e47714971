import { Alert, Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { t, useApi, useUrlState } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { serverOptions, useServerDatabases } from '../connections/use-connections.ts';
import { addTab, type TerminalKind } from './tabs-store.ts';
import styles from './terminal.module.css';

const KINDS: readonly TerminalKind[] = ['dbshell', 'server', 'logs'];

interface Capability {
  available: boolean;
  reason?: string;
}

interface NewTerminalFormProps {
  servers: Connection[];
  /** Whether psql is available; the other types depend on the server. */
  shell: Capability;
  onOpened: (tab: string) => void;
}

/** Opens a terminal; a type that is not available shows the reason. */
export function NewTerminalForm({ servers, shell, onOpened }: NewTerminalFormProps) {
  const [currentServer] = useUrlState('connection_id');
  const [kind, setKind] = useState<TerminalKind>('dbshell');
  const [serverId, setServerId] = useState(currentServer || String(servers[0]?.id ?? ''));
  const [database, setDatabase] = useState('postgres');
  const [searchPath, setSearchPath] = useState('');
  const server = servers.find(({ id }) => String(id) === serverId) ?? servers[0];
  const databases = useServerDatabases(server?.id, kind !== 'logs').data;
  const capability = useApi(
    ['terminal-capability', server?.id],
    (signal) =>
      dbadmin.GET('/api/terminal/capability', {
        params: { query: { connection_id: server?.id ?? 0 } },
        signal,
      }),
    { enabled: server !== undefined && kind !== 'dbshell' },
  );
  const { available, reason }: Capability =
    kind === 'dbshell' ? shell : (capability.data?.[kind] ?? { available: capability.error !== null });
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (!server || !available) return;
    const tab = addTab({
      kind,
      connectionId: server.id,
      server: server.name,
      database: kind === 'logs' ? '' : database,
      ...(kind === 'dbshell' && searchPath === 'database' ? { searchPath } : {}),
    });
    onOpened(tab.id);
  };
  return (
    <form className={styles.open} onSubmit={open}>
      <Select
        label={t('terminal.kind')}
        data={KINDS.map((value) => ({ value, label: t(`terminal.kinds.${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => value && setKind(value as TerminalKind)}
      />
      <Select
        label={t('server.choose')}
        data={serverOptions(servers)}
        value={String(server?.id ?? '')}
        allowDeselect={false}
        onChange={(value) => value && setServerId(value)}
      />
      {kind === 'logs' ? null : (
        <Select
          label={t('common.database')}
          data={databases ?? ['postgres']}
          value={database}
          searchable
          allowDeselect={false}
          onChange={(value) => value && setDatabase(value)}
        />
      )}
      {kind === 'dbshell' ? (
        <Select
          label={t('terminal.searchPath')}
          data={[
            { value: '', label: t('terminal.searchPaths.safe') },
            { value: 'database', label: t('terminal.searchPaths.database') },
          ]}
          value={searchPath}
          allowDeselect={false}
          onChange={(value) => setSearchPath(value ?? '')}
        />
      ) : null}
      <Button type="submit" leftSection={<IconPlus size={16} aria-hidden />} disabled={!available}>
        {t('terminal.open')}
      </Button>
      {reason === undefined ? null : (
        <Alert color="yellow" className={styles.reason} title={t('terminal.unavailable')}>
          {reason}
        </Alert>
      )}
    </form>
  );
}
