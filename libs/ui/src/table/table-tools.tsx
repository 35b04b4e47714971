import { ActionIcon, CloseButton, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconColumns3, IconDownload, IconSearch } from '@tabler/icons-react';
import { formatNumber } from '../format/format.ts';
import { tui } from '../i18n.ts';
import { saveCsv, toCsv } from './columns.ts';
import classes from './data-table.module.css';
import type { DataTableProps, TableState } from './data-table-props.ts';
import { SortChoice } from './sort-choice.tsx';
import { useDebouncedText } from './use-debounced-text.ts';

interface Props<Row> extends DataTableProps<Row> {
  state: TableState<Row>;
  total: number | undefined;
}

/** Search, filters, column choice and CSV above a table. */
export function TableTools<Row>(props: Props<Row>) {
  const { state, filters, label, columns, searchPlaceholder, total, card, tools } = props;
  const words = props.countOf ?? countOf;
  const [text, setText] = useDebouncedText(state.search, state.setSearch);
  const visible = columns.filter((column) => !state.hidden[column.key]);
  return (
    <div className={classes.tools}>
      <TextInput
        className={classes.search}
        leftSection={<IconSearch size={15} />}
        placeholder={searchPlaceholder ?? tui('table.search')}
        aria-label={searchPlaceholder ?? tui('table.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rightSection={
          text && <CloseButton size="sm" aria-label={tui('table.clear')} onClick={() => setText('', true)} />
        }
      />
      {filters && <div className={classes.filters}>{filters}</div>}
      <div className={classes.end}>
        <span className={classes.count} role="status">
          {total === undefined ? '' : words(state.matches.length, total)}
        </span>
        {card ? (
          <SortChoice columns={columns} state={state} />
        ) : (
          <ColumnChoice columns={columns} state={state} />
        )}
        <Tooltip label={tui('table.export')}>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={tui('table.export')}
            disabled={state.matches.length === 0}
            onClick={() => saveCsv(`${label}.csv`, toCsv(state.matches, visible))}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
        {tools}
      </div>
    </div>
  );
}

function ColumnChoice<Row>({ columns, state }: Pick<Props<Row>, 'columns' | 'state'>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={tui('table.columns')}>
          <ActionIcon variant="default" size={34} aria-label={tui('table.columns')}>
            <IconColumns3 size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {columns
          .filter((column) => !column.always)
          .map((column) => (
            <Menu.CheckboxItem
              key={column.key}
              checked={!state.hidden[column.key]}
              onChange={(shown) => state.toggleColumn(column.key, !shown)}
            >
              {column.header}
            </Menu.CheckboxItem>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function countOf(shown: number, total: number): string {
  if (shown === total) return tui('table.rows', { count: total, number: formatNumber(total) });
  return tui('table.filtered', { shown: formatNumber(shown), total: formatNumber(total) });
}
