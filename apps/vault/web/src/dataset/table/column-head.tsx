import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import type { EditColumn } from '../../client.ts';
import { isNumeric } from './cell-text.ts';
import type { TableState } from './table-state.ts';
import styles from './table.module.css';

interface ColumnHeadProps {
  column: EditColumn;
  state: TableState;
}

/** A column's name; pressing it sorts up, then down, then not at all. */
export function ColumnHead({ column, state }: ColumnHeadProps) {
  const active = state.sort?.column === column.name;
  const order = !active ? 'none' : state.sort?.descending ? 'descending' : 'ascending';
  const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
  const sortable = column.type !== 'binary';
  return (
    <th scope="col" aria-sort={order} className={isNumeric(column) ? styles.right : undefined}>
      {sortable ? (
        <button
          type="button"
          className={styles.sort}
          title={t('table.sort', { column: column.name, type: t(`table.types.${column.type}`) })}
          onClick={() => state.toggleSort(column.name)}
        >
          <span>{column.name}</span>
          {active ? <Arrow size={13} aria-hidden /> : null}
        </button>
      ) : (
        column.name
      )}
    </th>
  );
}
