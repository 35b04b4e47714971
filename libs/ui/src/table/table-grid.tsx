import { Checkbox, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { tui } from '../i18n.ts';
import { textOf } from './columns.ts';
import { cellClass } from './cell-class.ts';
import classes from './data-table.module.css';
import type { DataTableProps, TableState } from './data-table-props.ts';
import { HeaderCell } from './header-cell.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { useRowKeys } from './use-row-keys.ts';
import { useScrolls } from './use-scrolls.ts';
import type { Selection } from './use-selection.ts';

interface Props<Row> extends DataTableProps<Row> {
  state: TableState<Row>;
  selection: Selection<Row>;
}

/** The table itself. Arrow keys move between rows, from whichever of their buttons has the focus. */
export function TableGrid<Row>({
  state,
  selection,
  columns,
  rowKey,
  rowName,
  actions,
  bulk,
  label,
  currentKey,
}: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = useScrolls(frame);
  useRowKeys(frame);
  const visible = columns.filter((column) => !state.hidden[column.key]);
  const all = state.shown.length > 0 && state.shown.every(selection.has);
  return (
    <div
      ref={frame}
      className={classes.frame}
      {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': tui('table.scroll', { label }) })}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            {bulk && (
              <th className={classes.tight}>
                <Checkbox
                  size="xs"
                  aria-label={tui('table.selectAll')}
                  checked={all}
                  indeterminate={!all && selection.picked.length > 0}
                  onChange={(event) => selection.set(state.shown, event.currentTarget.checked)}
                />
              </th>
            )}
            {visible.map((column) => (
              <HeaderCell key={column.key} column={column} sort={state.sort} onSort={state.toggleSort} />
            ))}
            {actions && (
              <th className={classes.tight}>
                <VisuallyHidden>{tui('table.more')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {state.shown.map((row) => (
            <tr key={rowKey(row)} data-current={rowKey(row) === currentKey}>
              {bulk && (
                <td className={classes.tight}>
                  <RowCheckbox row={row} name={rowName(row)} selection={selection} />
                </td>
              )}
              {visible.map((column) => (
                <td key={column.key} className={cellClass(column)} style={{ width: column.width }}>
                  {column.cell ? column.cell(row) : textOf(column.value(row))}
                </td>
              ))}
              {actions && <td className={classes.tight}>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
