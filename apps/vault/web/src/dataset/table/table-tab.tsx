import { useState } from 'react';
import { EmptyState, ErrorState, LoadingRows, Pager, t, useLatched, useUrlState } from '@cairn/ui';
import { Button } from '@mantine/core';
import { useCapability, useEditable } from '../rows.ts';
import type { DatasetTabProps } from '../types.ts';
import { PendingEditsBar } from '../editing/pending-edits-bar.tsx';
import { BulkRows } from '../editing/bulk-rows.tsx';
import { useCellEditing } from '../editing/use-cell-editing.ts';
import { NotEditable } from './not-editable.tsx';
import { RowGrid } from './row-grid.tsx';
import { RowTools } from './row-tools.tsx';
import { useAddress } from '../use-address.ts';
import { PAGE_SIZE, useTableState } from './table-state.ts';
import { tableColumns, useRows, useTableRows } from './use-rows.ts';
import styles from './table.module.css';

/** The rows of the shown layer, page by page from the server; editable for users with edit access. */
export function TableTab(props: DatasetTabProps) {
  const { metadata, version } = props;
  const state = useTableState();
  const layer = state.query.layer ?? '';
  const capability = useCapability(version, layer);
  const editable = useEditable(props, layer);
  const source = useRows(version, state);
  const [selected] = useUrlState('feature');
  const change = useAddress();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = useTableRows(source.data);
  const editing = useCellEditing(version, layer, source.data);
  const columns = tableColumns(source.data);
  const pages = Math.max(1, Math.ceil((source.data?.total ?? 0) / PAGE_SIZE));
  const label = t('table.label', { title: metadata.title });

  // A cell that does not open when it is double-clicked is taken for one that cannot be edited.
  const isReady = useLatched(source.data !== undefined && !editable.isLoading);

  // The note above the tabs offers the copy that the rows need.
  if (source.error && !source.data && source.error.message === capability.data?.reason)
    return <EmptyState boxed title={t('table.unavailable')} text={source.error.message} />;
  if (source.error && !source.data)
    return <ErrorState error={source.error} retry={() => void source.refetch()} />;
  if (!source.data || !isReady) return <LoadingRows rows={10} height={34} />;
  const picked = rows.filter(({ key }) => chosen.has(key));
  const show = (key: string) => {
    change({ feature: key === selected ? '' : key, show: '' });
    if (key !== selected) document.querySelector('[data-cairn-map]')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <section aria-label={label} className={styles.table}>
      <PendingEditsBar {...props} editable={editable.editable} />
      {editable.editable ? null : <NotEditable reason={editable.reason} />}
      {picked.length > 0 ? (
        <BulkRows
          version={version}
          layer={layer}
          page={source.data}
          rows={picked}
          onDone={() => setChosen(new Set())}
        />
      ) : (
        <RowTools
          {...props}
          state={state}
          page={source.data}
          columns={columns}
          all={capability.data?.feature_count}
          editable={editable.editable}
        />
      )}
      {rows.length > 0 ? (
        <RowGrid
          label={label}
          rows={rows}
          columns={columns.filter(({ name }) => !state.hidden.includes(name))}
          page={source.data}
          state={state}
          busy={source.isPlaceholderData}
          selected={selected}
          onSelect={show}
          onLookAt={props.onLookAt}
          chosen={chosen}
          onChoose={setChosen}
          editing={editable.editable ? editing : null}
        />
      ) : (
        <EmptyState
          boxed
          title={t(state.filters.length > 0 ? 'table.noMatch' : 'table.empty')}
          action={
            state.filters.length > 0 ? (
              <Button variant="default" onClick={() => state.setFilters([])}>
                {t('table.clearFilters')}
              </Button>
            ) : undefined
          }
        />
      )}
      <Pager page={state.page} pages={pages} onChange={state.setPage} />
    </section>
  );
}
