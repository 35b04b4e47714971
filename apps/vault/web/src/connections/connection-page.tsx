import { Badge } from '@mantine/core';
import { useParams } from 'react-router';
import {
  basePath,
  DataTable,
  EmptyState,
  formatNumber,
  Page,
  RowLink,
  ServiceLink,
  t,
  type Column,
} from '@cairn/ui';
import { datasetHref, datasetsCrumb } from '../addresses.ts';
import type { SpatialTable } from '../client.ts';
import { addressOf, tableRoute, useConnections, useTables } from './use-connections.ts';
import styles from './connections.module.css';

/** The tables with geometries that the login of a connection may read. */
export function ConnectionPage() {
  const id = Number(useParams().id);
  const connection = useConnections().data?.find((each) => each.id === id);
  const tables = useTables(id);
  return (
    <Page
      title={connection?.name ?? t('connections.tables')}
      lead={connection ? addressOf(connection) : undefined}
      crumbs={[datasetsCrumb(), connectionsCrumb()]}
    >
      {tables.data?.isTruncated ? (
        <p role="status">
          {t('connections.tablesTruncated', { number: formatNumber(tables.data.tables.length) })}
        </p>
      ) : null}
      <DataTable
        label={t('connections.tables')}
        rows={tables.data?.tables}
        columns={columns(id)}
        rowKey={(row) => keyOf(row)}
        rowName={(row) => row.f_table_name}
        source={tables}
        searchPlaceholder={t('connections.searchTables')}
        empty={<EmptyState boxed title={t('connections.noTables')} text={t('connections.noTablesText')} />}
      />
    </Page>
  );
}

/** The way back to the list of connections. */
export function connectionsCrumb(): { label: string; href: string } {
  return { label: t('connections.title'), href: `${basePath()}/connections` };
}

function keyOf({
  f_table_schema: schema,
  f_table_name: table,
  f_geometry_column: column,
}: SpatialTable): string {
  return JSON.stringify([schema, table, column]);
}

function columns(connection: number): Column<SpatialTable>[] {
  return [
    {
      key: 'table',
      header: t('connections.table'),
      value: (row) => row.f_table_name,
      cell: (row) => (
        <span className={styles.words}>
          <RowLink
            href={
              basePath() +
              tableRoute({
                connection,
                schema: row.f_table_schema,
                table: row.f_table_name,
                column: row.f_geometry_column,
              })
            }
          >
            {row.f_table_name}
          </RowLink>
          {row.kind === 'table' ? null : (
            <Badge size="xs" color="gray">
              {t(`connections.kinds.${row.kind}`)}
            </Badge>
          )}
        </span>
      ),
      always: true,
    },
    { key: 'schema', header: t('connections.schema'), value: (row) => row.f_table_schema },
    { key: 'column', header: t('connections.column'), value: (row) => row.f_geometry_column, from: 'md' },
    { key: 'type', header: t('connections.type'), value: (row) => row.type, from: 'sm' },
    {
      key: 'srid',
      header: t('connections.srid'),
      value: (row) => row.srid,
      cell: (row) => <span className="numeric">{row.srid === 0 ? t('connections.unknown') : row.srid}</span>,
      align: 'right',
      from: 'md',
    },
    {
      key: 'rows',
      header: t('connections.rowEstimate'),
      value: (row) => row.row_estimate,
      cell: (row) => (
        <span className="numeric">
          {row.row_estimate === undefined ? '–' : formatNumber(row.row_estimate)}
        </span>
      ),
      align: 'right',
      from: 'md',
    },
    {
      key: 'datasets',
      header: t('connections.datasets'),
      value: (row) => row.datasets.join(', '),
      cell: (row) => (
        <span className={styles.words}>
          {row.datasets.map((name) => (
            <ServiceLink key={name} href={datasetHref(name)}>
              {name}
            </ServiceLink>
          ))}
        </span>
      ),
    },
  ];
}
