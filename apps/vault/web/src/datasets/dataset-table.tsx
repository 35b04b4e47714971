import { SegmentedControl, Switch } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { DataTable, formatNumber, t, useRights, useUrlState, type DataTableProps } from '@cairn/ui';
import type { DatasetSummary, Folder, ManagedDataset } from '../client.ts';
import { BulkActions } from './bulk-actions.tsx';
import { datasetColumns } from './columns.tsx';
import { DatasetCard } from './dataset-card.tsx';
import { DatasetMenu, type DatasetActions } from './dataset-menu.tsx';
import { EmptyList } from './empty-list.tsx';
import type { ListLocation } from './list-location.ts';
import { useDatasetRights } from './use-dataset-rights.ts';
import { useDatasetChanges } from './use-dataset-changes.ts';
import { ViewChoice, type View } from './view-choice.tsx';

// What few visits need loads when it is asked for.
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })));
const DeleteDialog = lazy(() =>
  import('./delete-dialog.tsx').then((module) => ({ default: module.DeleteDialog })),
);

interface DatasetTableProps extends Pick<DatasetActions, 'onRename' | 'onClone'> {
  location: ListLocation;
  /** Datasets of the location; undefined until they are there. */
  rows: DatasetSummary[] | undefined;
  source: DataTableProps<DatasetSummary>['source'];
  folders: Folder[];
}

const PAGE_SIZE: Record<View, number> = { grid: 48, table: 50 };

/** The datasets of a location, as cards or as a table, and what can be done with them. */
export function DatasetTable({ location, rows, source, folders, onRename, onClone }: DatasetTableProps) {
  const [viewText, setView] = useUrlState('view', 'grid');
  const view: View = viewText === 'table' ? 'table' : 'grid';
  const filters = useFilters(rows, location);
  const columns = useMemo(() => datasetColumns(), []);
  const rightsOn = useDatasetRights();
  const mayUpload = useRights('vault').edit;
  const changes = useDatasetChanges();
  const [moving, setMoving] = useState<ManagedDataset[]>([]);
  const [deleting, setDeleting] = useState<ManagedDataset | null>(null);
  const actions: DatasetActions = {
    onRename,
    onClone,
    onMove: setMoving,
    onArchive: (chosen) => void changes.archive(chosen),
    onRestore: (chosen) => void changes.restore(chosen),
    onDelete: setDeleting,
  };
  return (
    <>
      <DataTable
        label={t('list.title')}
        rows={filters.rows}
        columns={columns}
        rowKey={keyOf}
        rowName={(row) => row.title}
        source={source}
        searchPlaceholder={t('list.search')}
        defaultSort={lastChangedFirst}
        pageSize={PAGE_SIZE[view]}
        filtered={filters.type !== ''}
        onResetFilters={filters.reset}
        filters={filters.controls}
        countOf={countOf}
        tools={<ViewChoice view={view} onChange={setView} />}
        {...(view === 'grid' ? { card: (row: DatasetSummary) => <DatasetCard row={row} /> } : {})}
        actions={(row) => <DatasetMenu row={row} rights={rightsOn(row)} {...actions} />}
        bulk={
          mayUpload
            ? (chosen, clear) => (
                <BulkActions
                  rows={chosen}
                  rightsOn={rightsOn}
                  onMove={actions.onMove}
                  onArchive={(some) => void changes.archive(some).then(clear)}
                  onRestore={(some) => void changes.restore(some).then(clear)}
                />
              )
            : undefined
        }
        empty={<EmptyList location={location} mayUpload={mayUpload} />}
      />
      <Suspense>
        {moving.length > 0 ? (
          <MoveDialog
            rows={moving}
            folders={folders}
            onMove={(folder) => {
              setMoving([]);
              void changes.move(moving, folder);
            }}
            onClose={() => setMoving([])}
          />
        ) : null}
        {deleting ? <DeleteDialog row={deleting} onClose={() => setDeleting(null)} /> : null}
      </Suspense>
    </>
  );
}

/** Type of data, and whether archived datasets are shown with the others. */
function useFilters(all: DatasetSummary[] | undefined, location: ListLocation) {
  const [type, setType] = useUrlState('type');
  const [archived, setArchived] = useUrlState('archived');
  const [, setPage] = useUrlState('page');
  const rows = useMemo(() => (type === '' ? all : all?.filter((row) => row.type === type)), [all, type]);
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setPage('');
  };
  const controls = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('list.filterType')}
        value={type || 'all'}
        onChange={(value) => change(setType)(value === 'all' ? '' : value)}
        data={[
          { value: 'all', label: t('list.all') },
          { value: 'vector', label: t('kind.vector') },
          { value: 'raster', label: t('kind.raster') },
        ]}
      />
      {location.kind === 'archived' ? null : (
        <Switch
          label={t('list.withArchived')}
          checked={archived === 'include'}
          onChange={(event) => change(setArchived)(event.currentTarget.checked ? 'include' : '')}
        />
      )}
    </>
  );
  return { rows, type, reset: () => change(setType)(''), controls };
}

const lastChangedFirst = { key: 'updated', descending: true };

function countOf(shown: number, total: number): string {
  if (shown === total) return t('list.count', { count: total, number: formatNumber(total) });
  return t('list.countOf', { shown: formatNumber(shown), total: formatNumber(total) });
}

function keyOf(row: DatasetSummary): string {
  return row.name;
}
