import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core';
import { IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { tui } from '../i18n.ts';
import type { Column } from './columns.ts';
import classes from './data-table.module.css';
import type { TableState } from './data-table-props.ts';

interface Props<Row> {
  columns: Column<Row>[];
  state: TableState<Row>;
}

/** The order of cards, which have no column heads to press. */
export function SortChoice<Row>({ columns, state }: Props<Row>) {
  const { sort } = state;
  const turned = tui(sort?.descending ? 'table.descending' : 'table.ascending');
  const Arrow = sort?.descending ? IconSortDescending : IconSortAscending;
  return (
    <div className={classes.order}>
      <NativeSelect
        className={classes.orderKey}
        aria-label={tui('table.sortBy')}
        data={columns
          .filter((column) => column.sortable !== false)
          .map(({ key, header }) => ({ value: key, label: header }))}
        value={sort?.key ?? ''}
        onChange={(event) => state.toggleSort(event.currentTarget.value)}
      />
      <Tooltip label={turned}>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={turned}
          disabled={!sort}
          onClick={() => sort && state.turnSort()}
        >
          <Arrow size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
