import { Alert, Button, Select } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { t, useApi, useUrlState } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { connectionsKey } from '../query-keys.ts';
import { addTab, type TerminalKind } from './tabs-store.ts';
import styles from './terminal.module.css';

const KINDS: readonly TerminalKind[] = ['dbshell', 'server', 'logs'];

interface Capability {
  available: boolean;
  reason?: string;
}

interface OpenFormProps {
  servers: Connection[];
  /** Whether this machine has a shell; what else there is depends on the server. */
  shell: Capability;
  onOpened: (tab: string) => void;
}

/** Which terminal is opened next; those that cannot be offered say why. */
export function OpenForm({ servers, shell, onOpened }: OpenFormProps) {
  const [shown] = useUrlState('connection_id');
  const [kind, setKind] = useState<TerminalKind>('dbshell');
  const [serverId, setServerId] = useState(shown || String(servers[0]?.id ?? ''));
  const [database, setDatabase] = useState('postgres');
  const [searchPath, setSearchPath] = useState('');
  const server = servers.find(({ id }) => String(id) === serverId) ?? servers[0];
  const names = useApi(
    [...connectionsKey, server?.id, 'live'],
    (signal) =>
      dbadmin.GET('/api/connections/{id}/databases', { params: { path: { id: server?.id ?? 0 } }, signal }),
    { enabled: server !== undefined && kind !== 'logs' },
  );
  const asked = useApi(
    ['terminal-capability', server?.id],
    (signal) =>
      dbadmin.GET('/api/terminal/capability', {
        params: { query: { connection_id: server?.id ?? 0 } },
        signal,
      }),
    { enabled: server !== undefined && kind !== 'dbshell' },
  );
  const { available, reason }: Capability =
    kind === 'dbshell' ? shell : (asked.data?.[kind] ?? { available: asked.error !== null });
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
        data={servers.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(server?.id ?? '')}
        allowDeselect={false}
        onChange={(value) => value && setServerId(value)}
      />
      {kind === 'logs' ? null : (
        <Select
          label={t('jobs.database')}
          data={names.data ?? ['postgres']}
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
        <Alert color="yellow" className={styles.reason} title={t('terminal.off')}>
          {reason}
        </Alert>
      )}
    </form>
  );
}
