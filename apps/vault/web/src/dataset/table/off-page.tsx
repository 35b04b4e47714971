import { Button } from '@mantine/core';
import { t } from '@cairn/ui';
import type { RowPage } from '../../client.ts';
import { useAddress } from '../use-address.ts';
import { onlyRow, type TableState } from './table-state.ts';
import type { TableRow } from './use-rows.ts';
import styles from './table.module.css';

interface OffPageProps {
  state: TableState;
  page: RowPage;
  rows: TableRow[];
  selected: string;
}

/** The way to the row of the feature that is picked on the map, when it is on another page. */
export function OffPage({ page, rows, selected }: OffPageProps) {
  const change = useAddress();
  const { pk_column: column } = page;
  if (selected === '' || !column || rows.some(({ key }) => key === selected)) return null;
  const number = /^-?\d{1,15}$/.test(selected);
  return (
    <p className={styles.offPage} role="status">
      {t('table.offPage', { key: selected })}{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => change({ page: '', filters: onlyRow(column, number ? Number(selected) : selected) })}
      >
        {t('table.showOnly')}
      </Button>
    </p>
  );
}
