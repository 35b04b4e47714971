import { useRef } from 'react';
import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t, useGridKeys } from '@cairn/ui';
import type { TableColumn } from '../../client.ts';
import { formatSort } from '../state/address.ts';
import { kindOf } from '../state/column-kind.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { RowLine } from './row-line.tsx';
import type { RowPick, TableRow } from './table-rows.ts';
import styles from './table.module.css';

interface RowGridProps {
  rows: TableRow[];
  columns: TableColumn[];
  /** Rows before the first of these. */
  offset: number;
  total: number;
  pick: RowPick;
}

/** The grid pattern of WAI-ARIA, on the elements that tables have anyway. */
const GRID = { role: 'grid', 'aria-multiselectable': false } as const;

/** The rows as a grid whose cells are reached by arrow keys. */
export function RowGrid({ rows, columns, offset, total, pick }: RowGridProps) {
  const { source, state, narrow, pickRow } = useExplorer();
  const frame = useRef<HTMLDivElement>(null);
  const active = useGridKeys(frame, { rows: rows.length, columns: columns.length + 1 });
  return (
    <div ref={frame} className={styles.frame}>
      <table
        className={styles.grid}
        {...GRID}
        aria-label={t('table.label', { table: source.table })}
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.lead}>
              <VisuallyHidden>{t(pick === 'others' ? 'table.pickOthers' : 'table.pick')}</VisuallyHidden>
            </th>
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <RowLine
              key={row.key}
              row={row}
              index={index}
              ariaIndex={offset + index + 2}
              columns={columns}
              active={active}
              isPicked={row.key === state.row}
              pick={pick}
              onPick={() => pickRow(row.key === state.row ? '' : row.key, row.values)}
              onNarrow={narrow}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A column's name; pressing it sorts up, then down, then not at all. */
function ColumnHead({ column }: { column: TableColumn }) {
  const { state, change } = useExplorer();
  const { sort } = state;
  const isActive = sort?.column === column.name;
  const order = !isActive ? 'none' : sort.descending ? 'descending' : 'ascending';
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
  const next =
    order === 'none'
      ? { column: column.name, descending: false }
      : order === 'ascending'
        ? { column: column.name, descending: true }
        : null;
  const title = t('table.sort', { column: column.name, type: column.type });
  return (
    <th scope="col" aria-sort={order} className={kindOf(column) === 'number' ? styles.right : undefined}>
      <button
        type="button"
        className={styles.sort}
        title={column.comment ? `${title}. ${column.comment}` : title}
        onClick={() => change({ sort: formatSort(next), page: '' })}
      >
        <span>{column.name}</span>
        {isActive ? <Arrow size={13} aria-hidden /> : null}
      </button>
    </th>
  );
}
