import { ActionIcon, Checkbox } from '@mantine/core';
import { IconMapPin, IconZoomIn } from '@tabler/icons-react';
import { t, type ActiveCell } from '@cairn/ui';
import { displayName, type Bbox } from '@cairn/ui/map';
import { GridCell } from './grid-cell.tsx';
import type { RowGridProps } from './types.ts';
import type { TableRow } from './use-rows.ts';
import styles from './table.module.css';

interface RowLineProps extends RowGridProps {
  row: TableRow;
  /** Its place on the page, from 0. */
  index: number;
  active: ActiveCell;
}

/** One row: what can be done with it, then its values. */
export function RowLine(props: RowLineProps) {
  const { row, index, columns, page, selected, active } = props;
  return (
    <tr aria-rowindex={page.offset + index + 2} aria-selected={row.key === selected}>
      <LeadCell {...props} />
      {columns.map((column, at) => (
        <GridCell
          key={column.name}
          column={column}
          row={row}
          place={`${index}:${at + 1}`}
          reachable={active.row === index && active.column === at + 1}
          isGrouped={props.state.grouped.includes(column.name)}
          editing={props.editing}
          onSelect={props.onSelect}
        />
      ))}
    </tr>
  );
}

/** Chooses the row, finds it on the map. */
function LeadCell({
  row,
  index,
  page,
  selected,
  onSelect,
  onLookAt,
  chosen,
  onChoose,
  ...props
}: RowLineProps) {
  const name = displayName({ properties: row.row } as never, row.key);
  const reachable = props.active.row === index && props.active.column === 0;
  const toggle = () => {
    const next = new Set(chosen);
    if (!next.delete(row.key)) next.add(row.key);
    onChoose(next);
  };
  return (
    <td className={styles.lead}>
      <span className={styles.leadTools}>
        {props.editing ? (
          <Checkbox
            size="xs"
            tabIndex={-1}
            aria-label={t('table.chooseRow', { name })}
            checked={chosen.has(row.key)}
            onChange={toggle}
          />
        ) : null}
        {page.pk_column ? (
          <ActionIcon
            size="sm"
            variant={row.key === selected ? 'filled' : 'subtle'}
            color={row.key === selected ? undefined : 'gray'}
            data-cell={`${index}:0`}
            tabIndex={reachable ? 0 : -1}
            aria-pressed={row.key === selected}
            aria-label={t('table.show', { name })}
            title={t('table.show', { name })}
            onClick={() => onSelect(row.key)}
          >
            <IconMapPin size={14} />
          </ActionIcon>
        ) : null}
        {row.bounds ? (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            tabIndex={-1}
            aria-label={t('table.zoom', { name })}
            title={t('table.zoom', { name })}
            onClick={() => onLookAt(row.bounds as Bbox)}
          >
            <IconZoomIn size={14} />
          </ActionIcon>
        ) : null}
      </span>
    </td>
  );
}
