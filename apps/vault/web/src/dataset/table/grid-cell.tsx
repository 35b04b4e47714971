import { lazy, Suspense, useEffect, useRef, type KeyboardEvent } from 'react';
import { VisuallyHidden } from '@mantine/core';
import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';
import type { CellEditing } from '../editing/use-cell-editing.ts';
import { cellText, cellTitle, isNumeric } from './cell-text.ts';
import type { TableRow } from './use-rows.ts';
import styles from './table.module.css';

const CellEditor = lazy(async () => ({
  default: (await import('../editing/cell-editor.tsx')).CellEditor,
}));

interface GridCellProps {
  column: EditColumn;
  row: TableRow;
  /** "row:column" on the page. */
  place: string;
  /** Whether Tab leads here. */
  reachable: boolean;
  /** Numbers have thousands separators. */
  isGrouped: boolean;
  editing: CellEditing | null;
  onSelect: (key: string) => void;
}

/** A value; Enter, F2 or a double click changes it where that is allowed, else Enter shows the row on the map. */
export function GridCell(props: GridCellProps) {
  const { column, row, place, reachable, editing, onSelect } = props;
  const element = useRef<HTMLTableCellElement>(null);
  const changes = editing !== null && column.editable;
  const isOpen = editing?.cell?.key === row.key && editing.cell.column === column.name;
  const isChanged = row.changed?.includes(column.name) === true;
  const again = useRef(false);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // After an editor closed, the keyboard goes on from its cell, unless the person went elsewhere.
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (wasOpen.current && !isOpen && lost) element.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  const begin = () => editing?.begin({ key: row.key, column: column.name });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen || event.target !== event.currentTarget) return;
    const opens = event.key === 'Enter' || event.key === 'F2';
    if (opens && changes) begin();
    else if (opens || event.key === ' ') onSelect(row.key);
    else if (event.key === 'Delete' && changes && column.nullable) {
      editing.change({ key: row.key, column: column.name }, null);
    } else return;
    event.preventDefault();
  };
  return (
    <td
      ref={element}
      className={[isNumeric(column) && styles.right, isOpen && styles.open, isChanged && styles.changed]
        .filter(Boolean)
        .join(' ')}
      data-cell={isOpen ? undefined : place}
      aria-description={isChanged ? t('editing.changedCell') : undefined}
      tabIndex={isOpen ? undefined : reachable ? 0 : -1}
      aria-readonly={editing ? !column.editable : true}
      onDoubleClick={changes && !isOpen ? begin : undefined}
      onPointerDown={(event) => {
        again.current = document.activeElement === event.currentTarget && event.pointerType === 'touch';
      }}
      onClick={() => {
        // A finger cannot double-click: the second tap on a cell opens it.
        if (changes && !isOpen && again.current) begin();
      }}
      onKeyDown={onKeyDown}
    >
      <Value {...props} />
      {isOpen && editing ? (
        <Suspense>
          <CellEditor column={column} row={row} editing={editing} />
        </Suspense>
      ) : null}
    </td>
  );
}

function Value({ column, row, isGrouped }: Pick<GridCellProps, 'column' | 'row' | 'isGrouped'>) {
  const value = row.row[column.name];
  const text = cellText(value, column, isGrouped);
  if (text !== null) {
    return (
      <span className={styles.value} title={cellTitle(value, column)}>
        {text}
      </span>
    );
  }
  return (
    <span className={`${styles.value} ${styles.null}`} title={t('table.null')}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{t('table.null')}</VisuallyHidden>
    </span>
  );
}
