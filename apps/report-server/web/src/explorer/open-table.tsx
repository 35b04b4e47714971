import { useMemo } from 'react';
import { EmptyState, ErrorState, LoadingRows, Page, t } from '@cairn/ui';
import { AnalysisButton } from './analysis/analysis-button.tsx';
import { AnalysisProvider } from './analysis/analysis-context.tsx';
import { AnalysisSlot } from './analysis/analysis-slot.tsx';
import { ExportMenu } from './export/export-menu.tsx';
import { FieldList } from './fields/field-list.tsx';
import { FilterBar } from './filter/filter-bar.tsx';
import { PaneChoice } from './layout/pane-choice.tsx';
import { Panes } from './layout/panes.tsx';
import { useDatasources, useMetadata } from './queries.ts';
import { ChangeTable } from './start/change-table.tsx';
import type { AddressChange, ExplorerState } from './state/address.ts';
import { ExplorerProvider } from './state/explorer-context.tsx';
import { ReportMenu } from './report/report-menu.tsx';
import { ViewsMenu } from './views/views-menu.tsx';
import type { TableRef } from './state/source.ts';
import styles from './layout/layout.module.css';

interface OpenTableProps {
  table: TableRef;
  state: ExplorerState;
  change: (changes: AddressChange) => void;
}

/** One table with its fields, its filter and its three views. */
export function OpenTable({ table, state, change }: OpenTableProps) {
  const { datasource, schema, table: name } = table;
  const metadata = useMetadata(table);
  const source = useMemo(
    () => (metadata.data ? { datasource, schema, table: name, metadata: metadata.data } : null),
    [datasource, schema, name, metadata.data],
  );
  const title = useDatasources().data?.find(({ key }) => key === datasource)?.title ?? datasource;
  const head = { title: name, lead: t('explorer.from', { datasource: title, schema }) };
  if (metadata.error)
    return (
      <Page {...head} action={<ChangeTable />}>
        {metadata.error.status === 404 ? (
          <EmptyState boxed title={t('explorer.noTable')} text={metadata.error.message} />
        ) : (
          <ErrorState error={metadata.error} retry={() => void metadata.refetch()} />
        )}
      </Page>
    );
  if (!source)
    return (
      <Page {...head} width="full">
        <LoadingRows rows={8} height={48} />
      </Page>
    );
  return (
    <ExplorerProvider key={`${datasource} ${schema} ${name}`} source={source} state={state} change={change}>
      <Page
        {...head}
        width="full"
        fill
        action={
          <>
            <PaneChoice />
            <ChangeTable />
            <AnalysisButton />
            <ReportMenu />
            <ExportMenu />
            <ViewsMenu />
          </>
        }
      >
        <AnalysisProvider>
          <div className={styles.body}>
            {state.analysis === '' ? (
              <aside className={styles.fields} aria-label={t('fields.title')}>
                <FieldList />
              </aside>
            ) : (
              <aside className={styles.analysis} aria-label={t('layout.analyse')}>
                <AnalysisSlot />
              </aside>
            )}
            <div className={styles.main}>
              <FilterBar />
              <Panes />
            </div>
          </div>
        </AnalysisProvider>
      </Page>
    </ExplorerProvider>
  );
}
