import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import type { Column, Sort } from './columns.ts';
import classes from './data-table.module.css';
import { cellClass } from './cell-class.ts';

interface Props<Row> {
  column: Column<Row>;
  sort: Sort | null;
  onSort: (key: string) => void;
}

/** A column's name; pressing it sorts by the column, pressing again turns the order round. */
export function HeaderCell<Row>({ column, sort, onSort }: Props<Row>) {
  const active = sort?.key === column.key;
  const order = !active ? undefined : sort.descending ? 'descending' : 'ascending';
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" className={cellClass(column)} aria-sort={order} style={{ width: column.width }}>
      {column.sortable === false ? (
        <span className={classes.plain}>{column.header}</span>
      ) : (
        <button
          type="button"
          className={classes.sort}
          title={tui('table.sort', { column: column.header })}
          onClick={() => onSort(column.key)}
        >
          {column.header}
          {active && <Arrow size={13} aria-hidden />}
        </button>
      )}
    </th>
  );
}
