import { useState } from 'react';
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { formatNumber, notifyError, saveCsv, t, toCsv, unwrap, type Column } from '@cairn/ui';
import type { EditColumn, RowPage, Version } from '../../client.ts';
import { getRows, type Row } from '../rows.ts';
import { csvValue } from './cell-text.ts';
import type { TableState } from './table-state.ts';

interface CsvMenuProps {
  version: Version;
  state: TableState;
  page: RowPage;
  columns: EditColumn[];
}

/** More rows than this are a matter for a download of the dataset. */
const MAX_ROWS = 20_000;
const AT_ONCE = 500;

/** What the table shows as a CSV file: this page, or all rows that match. */
export function CsvMenu({ version, state, page, columns }: CsvMenuProps) {
  const [busy, setBusy] = useState(false);
  const shown = columns
    .filter(({ name }) => !state.hidden.includes(name))
    .map<Column<Row>>(({ name }) => ({ key: name, header: name, value: (row) => csvValue(row[name]) }));
  const save = (rows: Row[]) => saveCsv(`${version.dataset}-${page.layer}.csv`, toCsv(rows, shown));
  const saveAll = async () => {
    setBusy(true);
    try {
      save(await allRows(version, state, page.total));
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const tooMany = page.total > MAX_ROWS;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t('table.csv')}>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('table.csv')}
            loading={busy}
            disabled={page.total === 0}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown maw={300}>
        <Menu.Item onClick={() => save(page.rows)}>
          {t('table.csvPage', { count: page.rows.length })}
        </Menu.Item>
        <Menu.Item disabled={tooMany} onClick={() => void saveAll()}>
          {t('table.csvAll', { count: page.total, number: formatNumber(page.total) })}
        </Menu.Item>
        {tooMany ? <Menu.Label>{t('table.csvTooMany', { max: formatNumber(MAX_ROWS) })}</Menu.Label> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

async function allRows(version: Version, { query }: TableState, total: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let offset = 0; offset < total; offset += AT_ONCE) {
    const pageQuery = { ...query, limit: AT_ONCE, offset };
    const page = await unwrap(getRows(version, pageQuery, AbortSignal.timeout(60_000)));
    rows.push(...page.rows);
    if (page.rows.length < AT_ONCE) break;
  }
  return rows;
}
