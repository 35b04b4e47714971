import { Badge } from '@mantine/core';
import { FileSize, formatNumber, t, type Column } from '@cairn/ui';
import type { Table } from '../../client.ts';
import text from '../../layout/text.module.css';
import styles from './tables.module.css';

/** A table within its database, as it appears in the address. The parts are encoded, so that a dot in a name is unambiguous. */
export function tableKey({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `${encodeURIComponent(schema)}.${encodeURIComponent(name)}`;
}

/** The columns of the list of tables; a click on the name selects the table on the map. */
export function tableColumns(onSelect: (key: string) => void): Column<Table>[] {
  return [
    {
      key: 'name',
      header: t('tables.name'),
      value: (row) => row.name,
      search: (row) => [row.schema, row.comment].join(' '),
      cell: (row) => <NameCell row={row} onSelect={onSelect} />,
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

function NameCell({ row, onSelect }: { row: Table; onSelect: (key: string) => void }) {
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
          className={text.button}
          title={t('tables.showOnMap')}
          onClick={() => onSelect(tableKey(row))}
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
