import { Anchor, Button, Group } from '@mantine/core';
import { IconDatabaseShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import {
  basePath,
  EmptyState,
  ErrorState,
  formatNumber,
  LoadingRows,
  Page,
  Pager,
  ServiceLink,
  SidePanel,
  t,
  useApi,
  useUrlState,
} from '@cairn/ui';
import type { Bbox, MapFocus } from '@cairn/ui/map';
import { datasetHref, datasetsCrumb } from '../addresses.ts';
import { vault } from '../client.ts';
import { FilterChips } from '../dataset/table/filter-chips.tsx';
import { NotEditable } from '../dataset/table/not-editable.tsx';
import { RowGrid } from '../dataset/table/row-grid.tsx';
import { PAGE_SIZE, useTableState } from '../dataset/table/table-state.ts';
import { tableColumns, useTableRows } from '../dataset/table/use-rows.ts';
import { connectionsCrumb } from './connection-page.tsx';
import { RegisterForm } from './register-form.tsx';
import { TableMap } from './table-map.tsx';
import {
  connectionRoute,
  connectionsKey,
  useConnections,
  useTables,
  type NamedTable,
} from './use-connections.ts';
import styles from './connections.module.css';

/** A table of a connection: its map, its rows, and the way to make it a dataset. */
export function TablePage() {
  const { id, table = '' } = useParams();
  const [schema] = useUrlState('schema', 'public');
  const [column] = useUrlState('column');
  const named = { connection: Number(id), schema, table, column };
  const [panel, setPanel] = useUrlState('panel');
  const [focus, setFocus] = useState<MapFocus | null>(null);
  const connection = useConnections().data?.find((each) => each.id === named.connection);
  const listed = useTables(named.connection).data?.tables.find(
    (each) => each.f_table_schema === schema && each.f_table_name === table,
  );
  const datasets = listed?.datasets ?? [];
  const name = connection?.name ?? t('connections.tables');
  return (
    <Page
      title={table}
      lead={
        <>
          {t('connections.tableLead', { schema, connection: name })}
          {datasets.length > 0 ? ` ${t('connections.registeredAs')} ` : null}
          {datasets.map((dataset) => (
            <Anchor
              key={dataset}
              component={ServiceLink}
              href={datasetHref(dataset)}
              underline="always"
              inherit
              mr={6}
            >
              {dataset}
            </Anchor>
          ))}
        </>
      }
      crumbs={[
        datasetsCrumb(),
        connectionsCrumb(),
        { label: name, href: basePath() + connectionRoute(named.connection) },
      ]}
      width={1440}
      action={
        <Button
          leftSection={<IconDatabaseShare size={16} aria-hidden />}
          onClick={() => setPanel('register')}
        >
          {t('connections.register')}
        </Button>
      }
    >
      <div className={styles.table}>
        <TableMap named={named} focus={focus} />
        <Rows named={named} onLookAt={(bounds) => setFocus({ bounds })} />
      </div>
      <SidePanel opened={panel === 'register'} title={t('connections.register')} onClose={() => setPanel('')}>
        {panel === 'register' ? <RegisterForm named={named} onCancel={() => setPanel('')} /> : null}
      </SidePanel>
    </Page>
  );
}

function Rows({ named, onLookAt }: { named: NamedTable; onLookAt: (bounds: Bbox) => void }) {
  const state = useTableState();
  const { connection: id, schema, table } = named;
  const query = { schema, ...state.query, limit: PAGE_SIZE, offset: (state.page - 1) * PAGE_SIZE };
  const source = useApi(
    [...connectionsKey, id, 'rows', table, query],
    (signal) =>
      vault.GET('/api/connections/{id}/table/{table}/rows', {
        params: { path: { id, table }, query },
        signal,
      }),
    { keepPrevious: true },
  );
  const [selected, select] = useUrlState('feature');
  const rows = useTableRows(source.data);
  const page = source.data;
  if (source.error && !page) return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  if (!page) return <LoadingRows rows={10} height={34} />;
  const label = t('connections.rowsOf', { table });
  return (
    <section aria-label={label}>
      {page.editable ? null : <NotEditable reason={page.reason} />}
      <Group justify="space-between" mb="sm">
        <FilterChips columns={tableColumns(page)} filters={state.filters} onChange={state.setFilters} />
        <span className={styles.count} role="status">
          {t('table.rows', { count: page.total, number: formatNumber(page.total) })}
        </span>
      </Group>
      {rows.length > 0 ? (
        <RowGrid
          label={label}
          rows={rows}
          columns={tableColumns(page)}
          page={page}
          state={state}
          busy={source.isPlaceholderData}
          selected={selected}
          onSelect={(key) => select(key === selected ? '' : key)}
          onLookAt={onLookAt}
          chosen={NONE}
          onChoose={() => undefined}
          editing={null}
        />
      ) : (
        <EmptyState boxed title={t(state.filters.length > 0 ? 'table.noMatch' : 'table.empty')} />
      )}
      <Pager
        page={state.page}
        pages={Math.max(1, Math.ceil(page.total / PAGE_SIZE))}
        onChange={state.setPage}
      />
    </section>
  );
}

const NONE: ReadonlySet<string> = new Set();
