import { Checkbox, VisuallyHidden } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { tui } from '../i18n.ts';
import { textOf, type Column } from './columns.ts';
import classes from './data-table.module.css';
import type { DataTableProps, TableState } from './data-table.tsx';
import { HeaderCell } from './header-cell.tsx';

interface Props<Row> extends DataTableProps<Row> {
  state: TableState<Row>;
}

/** The table itself. Arrow keys move between rows, from whichever of their buttons has the focus. */
export function TableGrid<Row>({
  state,
  columns,
  rowKey,
  rowName,
  actions,
  bulk,
  label,
  currentKey,
}: Props<Row>) {
  const [chosen, setChosen] = useState<ReadonlySet<string | number>>(new Set());
  const visible = columns.filter((column) => !state.hidden[column.key]);
  const picked = state.found.filter((row) => chosen.has(rowKey(row)));
  const all = state.shown.length > 0 && state.shown.every((row) => chosen.has(rowKey(row)));
  const toggle = (rows: Row[], on: boolean) => {
    const next = new Set(chosen);
    for (const row of rows)
      if (on) next.add(rowKey(row));
      else next.delete(rowKey(row));
    setChosen(next);
  };
  return (
    <>
      {bulk && picked.length > 0 && (
        <div className={classes.bulk}>
          <span role="status">{tui('table.selected', { count: picked.length })}</span>
          {bulk(picked, () => setChosen(new Set()))}
        </div>
      )}
      <div className={classes.frame} tabIndex={0} role="group" aria-label={tui('table.scroll', { label })}>
        <table className={classes.table} onKeyDown={moveBetweenRows}>
          <thead>
            <tr>
              {bulk && (
                <th className={classes.tight}>
                  <Checkbox
                    size="xs"
                    aria-label={tui('table.selectAll')}
                    checked={all}
                    indeterminate={!all && picked.length > 0}
                    onChange={(event) => toggle(state.shown, event.currentTarget.checked)}
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
                    <Checkbox
                      size="xs"
                      aria-label={tui('table.selectRow', { name: rowName(row) })}
                      checked={chosen.has(rowKey(row))}
                      onChange={(event) => toggle([row], event.currentTarget.checked)}
                    />
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
    </>
  );
}

/** CSS classes of a column's cells: side and the width from which it shows. */
export function cellClass<Row>(column: Column<Row>): string {
  const from = column.from ? classes[`from_${column.from}`] : '';
  return [column.align === 'right' ? classes.right : '', from].filter(Boolean).join(' ');
}

function moveBetweenRows(event: KeyboardEvent<HTMLTableElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = (event.target as HTMLElement).closest('tbody tr');
  const control = (event.target as HTMLElement).closest('a, button, input');
  if (!row || !control || control.getAttribute('aria-haspopup')) return;
  const index = [...row.querySelectorAll('a, button, input')].indexOf(control);
  const next = event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
  const target = next?.querySelectorAll<HTMLElement>('a, button, input')[index];
  if (!target) return;
  event.preventDefault();
  target.focus();
}
