import { memo, type KeyboardEvent } from 'react';
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconFilter, IconFocusCentered } from '@tabler/icons-react';
import { t, type ActiveCell } from '@cairn/ui';
import { displayName } from '@cairn/ui/map';
import type { TableColumn } from '../../client.ts';
import type { Clause } from '../filter/filter.ts';
import { kindOf } from '../state/column-kind.ts';
import { valueText } from '../state/format-value.ts';
import type { RowPick, TableRow } from './table-rows.ts';
import styles from './table.module.css';

interface RowLineProps {
  row: TableRow;
  /** Its place on the page, from 0. */
  index: number;
  ariaIndex: number;
  columns: TableColumn[];
  active: ActiveCell;
  isPicked: boolean;
  pick: RowPick;
  onPick: () => void;
  onNarrow: (clause: Clause) => void;
}

/** One row: the button that picks it, then its values. */
export function RowLine({
  row,
  index,
  ariaIndex,
  columns,
  active,
  isPicked,
  pick,
  onPick,
  onNarrow,
}: RowLineProps) {
  const name = displayName({ properties: row.values } as never, row.key);
  const label =
    pick === 'others'
      ? t(isPicked ? 'table.unpickOthers' : 'table.pickRowOthers', { name })
      : t(isPicked ? 'table.unpickRow' : 'table.pickRow', { name });
  const isReachable = (column: number) => active.row === index && active.column === column;
  return (
    <tr aria-rowindex={ariaIndex} aria-selected={isPicked}>
      <td className={styles.lead}>
        {row.isKeyed && pick !== 'none' ? (
          <ActionIcon
            size="sm"
            variant={isPicked ? 'filled' : 'subtle'}
            color={isPicked ? undefined : 'gray'}
            data-cell={`${index}:0`}
            tabIndex={isReachable(0) ? 0 : -1}
            aria-pressed={isPicked}
            aria-label={label}
            title={label}
            onClick={onPick}
          >
            <IconFocusCentered size={14} aria-hidden />
          </ActionIcon>
        ) : null}
      </td>
      {columns.map((column, at) => (
        <Cell
          key={column.name}
          column={column}
          value={row.values[column.name]}
          place={`${index}:${at + 1}`}
          isReachable={isReachable(at + 1)}
          onNarrow={pick === 'none' ? undefined : onNarrow}
        />
      ))}
    </tr>
  );
}

interface CellProps {
  column: TableColumn;
  value: unknown;
  /** "row:column" on the page. */
  place: string;
  /** Whether Tab leads here. */
  isReachable: boolean;
  onNarrow: ((clause: Clause) => void) | undefined;
}

/** A value; its button, Enter or a double click keeps only the rows that have it. */
const Cell = memo(function Cell({ column, value, place, isReachable, onNarrow }: CellProps) {
  const text = valueText(value, column);
  const clause: Clause =
    text === null ? { column: column.name, op: 'is_null' } : { column: column.name, op: 'eq', value };
  const isComparable = onNarrow !== undefined && (typeof value !== 'object' || value === null);
  const narrow = () => isComparable && onNarrow?.(clause);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
    event.preventDefault();
    narrow();
  };
  const label = t('table.only', { column: column.name, value: text ?? t('explorer.noValue') });
  return (
    <td
      className={kindOf(column) === 'number' ? styles.right : undefined}
      data-cell={place}
      tabIndex={isReachable ? 0 : -1}
      onDoubleClick={narrow}
      onKeyDown={onKeyDown}
    >
      {text === null ? (
        <span className={`${styles.value} ${styles.null}`}>
          <span aria-hidden>–</span>
          <VisuallyHidden>{t('explorer.noValue')}</VisuallyHidden>
        </span>
      ) : (
        <span className={styles.value} title={typeof value === 'object' ? undefined : String(value)}>
          {text}
        </span>
      )}
      {isComparable ? (
        <button
          type="button"
          tabIndex={-1}
          className={styles.only}
          aria-label={label}
          title={label}
          onClick={narrow}
        >
          <IconFilter size={13} aria-hidden />
        </button>
      ) : null}
    </td>
  );
});
