import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconColumns3, IconPlus } from '@tabler/icons-react';
import { formatNumber, t, useUrlState } from '@cairn/ui';
import type { EditColumn, RowPage } from '../../client.ts';
import type { DatasetTabProps } from '../types.ts';
import { isNumeric } from './cell-text.ts';
import { CsvMenu } from './csv-menu.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { TableState } from './table-state.ts';
import styles from './table.module.css';

interface RowToolsProps extends DatasetTabProps {
  state: TableState;
  page: RowPage;
  columns: EditColumn[];
  /** Rows of the layer, whatever the filters. */
  all: number | undefined;
  editable: boolean;
}

/** Above the table: conditions, how many rows there are, columns, CSV, a new row. */
export function RowTools(props: RowToolsProps) {
  const { state, page, columns, all, editable } = props;
  const [, setPanel] = useUrlState('panel');
  return (
    <div className={styles.tools}>
      <FilterChips columns={columns} filters={state.filters} onChange={state.setFilters} />
      <div className={styles.toolsEnd}>
        <span className={styles.count} role="status">
          {countText(page.total, state.filters.length > 0 ? all : undefined)}
        </span>
        <ColumnChoice columns={columns} state={state} />
        <CsvMenu {...props} />
        {editable ? (
          <Button
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setPanel('add-row')}
          >
            {t('editing.addRow')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function countText(total: number, all: number | undefined): string {
  const number = formatNumber(total);
  if (all === undefined) return t('table.rows', { count: total, number });
  return t('table.someRows', { count: all, number, all: formatNumber(all) });
}

function ColumnChoice({ columns, state }: Pick<RowToolsProps, 'columns' | 'state'>) {
  const numeric = columns.filter(isNumeric);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t('table.columns')}>
          <ActionIcon variant="default" size={34} aria-label={t('table.columns')}>
            <IconColumns3 size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {columns.map(({ name }) => (
          <Menu.CheckboxItem
            key={name}
            checked={!state.hidden.includes(name)}
            onChange={() => state.toggleColumn(name)}
          >
            {name}
          </Menu.CheckboxItem>
        ))}
        {numeric.length > 0 ? (
          <>
            <Menu.Divider />
            <Menu.Label>{t('table.thousands')}</Menu.Label>
            {numeric.map(({ name }) => (
              <Menu.CheckboxItem
                key={name}
                checked={state.grouped.includes(name)}
                onChange={() => state.toggleGrouping(name)}
              >
                {name}
              </Menu.CheckboxItem>
            ))}
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
