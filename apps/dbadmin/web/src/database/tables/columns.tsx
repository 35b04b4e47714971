import { Badge } from '@mantine/core';
import { FileSize, formatNumber, t, type Column } from '@cairn/ui';
import type { Table } from '../../client.ts';
import { tableKey } from './table-key.ts';
import styles from './tables.module.css';

/** The columns of the list of tables; the name picks a table out on the map. */
export function tableColumns(onPick: (key: string) => void): Column<Table>[] {
  return [
    {
      key: 'name',
      header: t('tables.name'),
      value: (row) => row.name,
      search: (row) => [row.schema, row.comment].join(' '),
      cell: (row) => <NameCell row={row} onPick={onPick} />,
      always: true,
    },
    {
      key: 'geometry',
      header: t('tables.geometry'),
      value: (row) => row.geometry_type,
      cell: (row) =>
        row.geometry_type ? <Badge color="pine">{row.geometry_type}</Badge> : <span aria-hidden>–</span>,
    },
    {
      key: 'srid',
      header: t('tables.srid'),
      value: (row) => row.srid,
      cell: (row) => <span className="numeric">{row.srid ? `EPSG:${row.srid}` : '–'}</span>,
      from: 'md',
    },
    {
      key: 'rows',
      header: t('tables.rows'),
      value: (row) => row.row_estimate,
      cell: (row) => (
        <span className="numeric" title={row.row_estimate === null ? t('tables.neverAnalysed') : undefined}>
          {row.row_estimate === null ? '?' : `≈ ${formatNumber(row.row_estimate)}`}
        </span>
      ),
      align: 'right',
      from: 'sm',
    },
    {
      key: 'size',
      header: t('databases.size'),
      value: (row) => row.size_bytes,
      cell: (row) => <FileSize bytes={row.size_bytes} />,
      align: 'right',
      from: 'sm',
    },
    {
      key: 'indexes',
      header: t('tables.indexes'),
      value: (row) => row.index_count,
      cell: (row) => <span className="numeric">{formatNumber(row.index_count)}</span>,
      align: 'right',
      from: 'md',
    },
    { key: 'owner', header: t('databases.owner'), value: (row) => row.owner, from: 'lg' },
  ];
}

function NameCell({ row, onPick }: { row: Table; onPick: (key: string) => void }) {
  const name = (
    <>
      <span className={styles.schema}>{row.schema}.</span>
      {row.name}
    </>
  );
  return (
    <span className={styles.name}>
      {row.geometry_column ? (
        <button
          type="button"
          className={styles.pick}
          title={t('tables.showOnMap')}
          onClick={() => onPick(tableKey(row))}
        >
          {name}
        </button>
      ) : (
        <span>{name}</span>
      )}
      {row.comment ? <span className={styles.comment}>{row.comment}</span> : null}
    </span>
  );
}
