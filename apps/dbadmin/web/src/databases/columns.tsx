import { Badge } from '@mantine/core';
import { formatBytes, formatNumber, RowLink, t, type Column } from '@cairn/ui';
import { databaseHref } from '../addresses.ts';
import type { Database } from '../client.ts';
import { LastBackup } from './backup-badges.tsx';
import { DatabaseState } from './database-state.tsx';
import styles from './databases.module.css';

interface ColumnOptions {
  /** Size of the largest database in the list, in bytes: a full bar. */
  largest: number;
  showServer: boolean;
}

/** The columns of the list of databases. */
export function databaseColumns({ largest, showServer }: ColumnOptions): Column<Database>[] {
  const server: Column<Database> = {
    key: 'server',
    header: t('server.choose'),
    value: (row) => row.connection_name,
    from: 'md',
  };
  return [
    {
      key: 'name',
      header: t('common.name'),
      value: (row) => row.name,
      search: (row) => [row.purpose, row.connection_name, row.owner].join(' '),
      cell: (row) => <NameCell row={row} />,
      always: true,
    },
    ...(showServer ? [server] : []),
    {
      key: 'state',
      header: t('databases.state'),
      value: (row) => t(`databases.states.${row.state}`),
      cell: (row) => <DatabaseState row={row} />,
    },
    {
      key: 'size',
      header: t('databases.size'),
      value: (row) => row.size_bytes,
      cell: (row) => <Size bytes={row.size_bytes ?? null} largest={largest} />,
      width: 150,
      from: 'sm',
    },
    {
      key: 'tables',
      header: t('databases.tables'),
      value: (row) => row.table_count,
      cell: (row) => <span className="numeric">{formatCount(row.table_count)}</span>,
      align: 'right',
      from: 'md',
    },
    {
      key: 'sessions',
      header: t('databases.sessions'),
      value: (row) => row.sessions,
      cell: (row) => <span className="numeric">{formatCount(row.sessions)}</span>,
      align: 'right',
      from: 'lg',
    },
    { key: 'owner', header: t('databases.owner'), value: (row) => row.owner, from: 'lg' },
    {
      key: 'backup',
      header: t('databases.lastBackup'),
      value: (row) => (row.last_backup ? new Date(row.last_backup.created_at) : null),
      cell: (row) => <LastBackup row={row} />,
      from: 'sm',
    },
  ];
}

function NameCell({ row }: { row: Database }) {
  return (
    <div className={styles.name}>
      <span className={styles.title}>
        <RowLink href={databaseHref(row.id)}>{row.name}</RowLink>
        {row.spatialdb?.installed ? (
          <Badge size="xs" color="pine" title={t('databases.spatial', { version: row.spatialdb.version })}>
            PostGIS
          </Badge>
        ) : null}
      </span>
      {row.purpose ? <span className={styles.purpose}>{row.purpose}</span> : null}
    </div>
  );
}

/** A size, as a number and as a bar in proportion to the largest. */
export function Size({ bytes, largest }: { bytes: number | null; largest: number }) {
  if (bytes === null) return <span aria-hidden>–</span>;
  return (
    <span className={styles.size}>
      <span className="numeric">{formatBytes(bytes)}</span>
      <span className={styles.bar} aria-hidden>
        <span style={{ width: `${Math.max(1.5, (100 * bytes) / largest)}%` }} />
      </span>
    </span>
  );
}

function formatCount(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : formatNumber(value);
}
