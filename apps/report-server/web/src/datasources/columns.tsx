import { Badge } from '@mantine/core';
import { basePath, RelativeTime, RowLink, t, type Column } from '@cairn/ui';
import type { RegisteredDatasource } from '../client.ts';
import styles from './datasources.module.css';

/** The columns of the list of datasources. */
export function datasourceColumns(): Column<RegisteredDatasource>[] {
  return [
    {
      key: 'title',
      header: t('datasources.name'),
      value: (row) => row.title,
      search: (row) => `${row.key} ${addressOf(row)}`,
      cell: (row) => (
        <span className={styles.name}>
          <span className={styles.title}>
            <RowLink href={`${basePath()}/datasources?panel=${encodeURIComponent(row.key)}`}>
              {row.title}
            </RowLink>
            {row.enabled ? null : (
              <Badge size="xs" color="gray">
                {t('datasources.disabled')}
              </Badge>
            )}
          </span>
          <span className={styles.address}>{addressOf(row)}</span>
        </span>
      ),
      always: true,
    },
    {
      key: 'postgis',
      header: t('datasources.postgis'),
      value: (row) => row.postgis ?? '',
      cell: (row) => row.postgis ?? <span className={styles.quiet}>{t('datasources.noPostgis')}</span>,
      from: 'sm',
    },
    {
      key: 'origin',
      header: t('datasources.origin'),
      value: (row) => t(`datasources.origins.${row.origin}`),
      from: 'md',
    },
    { key: 'user', header: t('datasources.username'), value: (row) => row.username, from: 'lg' },
    {
      key: 'updated',
      header: t('datasources.updated'),
      value: (row) => row.updated_at,
      cell: (row) => <RelativeTime value={row.updated_at} />,
      from: 'md',
    },
  ];
}

/** Server and database, as people write them. */
export function addressOf({ host, port, database }: RegisteredDatasource): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}
