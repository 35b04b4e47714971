import { useRef } from 'react';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { t, useGridKeys } from '@cairn/ui';
import { ColumnHead } from './column-head.tsx';
import { RowLine } from './row-line.tsx';
import type { RowGridProps } from './types.ts';
import { useFocusInView } from './use-focus-in-view.ts';
import styles from './table.module.css';

/** The grid pattern of WAI-ARIA, on the elements that tables have anyway. */
const GRID = { role: 'grid', 'aria-multiselectable': false } as const;

/** The rows as a grid whose cells are reached by arrow keys. */
export function RowGrid(props: RowGridProps) {
  const { label, rows, columns, page, state, chosen, onChoose, editing } = props;
  const frame = useRef<HTMLDivElement>(null);
  const active = useGridKeys(frame, { rows: rows.length, columns: columns.length + 1 });
  useFocusInView(frame);
  const all = rows.length > 0 && rows.every(({ key }) => chosen.has(key));
  return (
    <div ref={frame} className={styles.frame} aria-busy={props.busy}>
      <table
        className={styles.grid}
        {...GRID}
        aria-label={label}
        aria-rowcount={page.total + 1}
        aria-colcount={page.columns.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={styles.lead}>
              {editing ? (
                <Checkbox
                  size="xs"
                  aria-label={t('table.chooseAll')}
                  checked={all}
                  indeterminate={!all && chosen.size > 0}
                  onChange={() => onChoose(all ? new Set() : new Set(rows.map(({ key }) => key)))}
                />
              ) : (
                <VisuallyHidden>{t('table.onMap')}</VisuallyHidden>
              )}
            </th>
            {columns.map((column) => (
              <ColumnHead key={column.name} column={column} state={state} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <RowLine key={row.key} {...props} row={row} index={index} active={active} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
