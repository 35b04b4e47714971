import { Badge } from '@mantine/core';
import { formatNumber, RowLink, t, type Column } from '@cairn/ui';
import { pageHref, type Connection } from '../client.ts';
import { ServerState, Sessions } from './server-state.tsx';
import styles from './connections.module.css';

/** The columns of the list of servers. */
export function connectionColumns({ seesServers }: { seesServers: boolean }): Column<Connection>[] {
  const login: Column<Connection>[] = [
    { key: 'user', header: t('connections.user'), value: (row) => row.admin_username, from: 'md' },
    {
      key: 'tls',
      header: t('connections.tls'),
      value: (row) => (row.sslmode ? t(`connections.sslmode.${row.sslmode}.short`) : ''),
      from: 'lg',
    },
  ];
  return [
    {
      key: 'name',
      header: t('connections.name'),
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

/** Empty for people who may not know it. */
export function addressOf({ host, port }: Connection): string {
  if (host === undefined) return '';
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
