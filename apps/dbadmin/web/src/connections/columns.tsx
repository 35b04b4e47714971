import { formatNumber, RowLink, t, type Column } from '@cairn/ui';
import { pageHref, type Connection } from '../client.ts';
import { ServerState, Sessions } from './server-state.tsx';
import styles from './connections.module.css';

/** The columns of the list of servers. */
export function connectionColumns(): Column<Connection>[] {
  return [
    {
      key: 'name',
      header: t('connections.name'),
      value: (row) => row.name,
      cell: (row) => (
        <span className={styles.name}>
          <RowLink href={pageHref('/connections', { panel: row.id })}>{row.name}</RowLink>
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
    { key: 'user', header: t('connections.user'), value: (row) => row.admin_username, from: 'md' },
    {
      key: 'tls',
      header: t('connections.tls'),
      value: (row) => t(`connections.sslmode.${row.sslmode}.short`),
      from: 'lg',
    },
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

export function addressOf({ host, port }: Connection): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
