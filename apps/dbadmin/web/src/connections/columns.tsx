import { Badge } from '@mantine/core';
import { formatNumber, RowLink, t, type Column } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import type { Connection } from '../client.ts';
import { ServerState, Sessions } from './server-state.tsx';
import styles from './connections.module.css';

/** The columns of the list of servers. */
export function connectionColumns({ seesServers }: { seesServers: boolean }): Column<Connection>[] {
  const login: Column<Connection>[] = [
    { key: 'user', header: t('connections.user'), value: (row) => row.admin_username, from: 'md' },
    { key: 'sslmode', header: t('connections.sslmode'), value: (row) => row.sslmode, from: 'lg' },
  ];
  return [
    {
      key: 'name',
      header: t('common.name'),
      value: (row) => row.name,
      cell: (row) => (
        <span className={styles.name}>
          <span className={styles.title}>
            <RowLink href={pageHref('/connections', { panel: row.id })}>{row.name}</RowLink>
            {row.platform ? (
              <Badge size="xs" color="gray" title={t('server.platformHint')}>
                {t('server.platform')}
              </Badge>
            ) : null}
          </span>
          <span className={styles.address}>{addressOf(row)}</span>
        </span>
      ),
      search: addressOf,
      always: true,
    },
    {
      key: 'state',
      header: t('connections.state'),
      value: () => '',
      cell: (row) => <ServerState id={row.id} />,
      sortable: false,
    },
    {
      key: 'sessions',
      header: t('connections.sessions'),
      value: () => '',
      cell: (row) => <Sessions id={row.id} />,
      sortable: false,
      from: 'md',
    },
    ...(seesServers ? login : []),
    {
      key: 'databases',
      header: t('connections.databases'),
      value: (row) => row.database_count,
      cell: (row) => <span className="numeric">{formatNumber(row.database_count)}</span>,
      align: 'right',
      from: 'sm',
    },
  ];
}

/** Host and port; empty for people without the right to see them. */
export function addressOf({ host, port }: Connection): string {
  if (host === undefined) return '';
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
