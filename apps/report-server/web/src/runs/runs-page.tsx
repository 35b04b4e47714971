import { Button, Group, Select } from '@mantine/core';
import { IconDownload, IconPlayerStop, IconRefresh, IconTimeline } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { basePath, DataTable, EmptyState, MenuItem, Page, RowMenu, t } from '@cairn/ui';
import { hrefOf } from '../library/addresses.ts';
import { useReports } from '../library/use-reports.ts';
import { runColumns } from './run-columns.tsx';
import { RUN_STATUSES, type Run } from './types.ts';
import { isUnderWay, PAGE_SIZE, runAgainRoute, useCancelRun, useRuns, type RunFilters } from './use-runs.ts';

/** What ran, for whom, with which result. Filters and the page of the list are in the address. */
export function RunsPage() {
  const [params, setParams] = useSearchParams();
  const filters: RunFilters = {
    report: params.get('report') ?? '',
    status: params.get('status') ?? '',
    before: params.get('before') ?? '',
  };
  const runs = useRuns(filters);
  const reports = useReports(false);
  const cancel = useCancelRun();
  const titles = useMemo(() => new Map(reports.data?.map(({ key, title }) => [key, title])), [reports.data]);
  const columns = useMemo(() => runColumns(titles), [titles]);

  function change(changed: Partial<RunFilters>): void {
    const next = new URLSearchParams(params);
    next.delete('page');
    for (const [name, value] of Object.entries({ before: '', ...changed })) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    // The Back button returns from older runs, but does not undo filters.
    setParams(next, { replace: !('before' in changed), preventScrollReset: true });
  }

  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Page
      title={t('runs.title')}
      lead={t('runs.lead')}
      crumbs={[{ label: t('library.title'), href: hrefOf('/library') }]}
    >
      <DataTable
        label={t('runs.title')}
        rows={runs.data}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ report }) => titles.get(report) ?? report}
        source={runs}
        searchPlaceholder={t('runs.search')}
        filtered={isFiltered}
        onResetFilters={() => change({ report: '', status: '' })}
        filters={<Filters filters={filters} titles={titles} onChange={change} />}
        actions={(run) => <RunMenu run={run} onCancel={() => void cancel(run)} />}
        empty={
          <EmptyState
            boxed
            icon={<IconTimeline size={22} stroke={1.6} />}
            title={t('runs.empty')}
            text={t('runs.emptyText')}
          />
        }
      />
      <Group justify="center" mt="md">
        {filters.before === '' ? null : (
          <Button variant="default" onClick={() => change({ before: '' })}>
            {t('runs.newest')}
          </Button>
        )}
        {runs.data?.length === PAGE_SIZE ? (
          <Button variant="default" onClick={() => change({ before: runs.data?.at(-1)?.created_at ?? '' })}>
            {t('runs.older')}
          </Button>
        ) : null}
      </Group>
    </Page>
  );
}

interface FiltersProps {
  filters: RunFilters;
  titles: ReadonlyMap<string, string>;
  onChange: (changed: Partial<RunFilters>) => void;
}

function Filters({ filters, titles, onChange }: FiltersProps) {
  const known = titles.has(filters.report) || filters.report === '' ? [] : [[filters.report, filters.report]];
  return (
    <>
      <Select
        aria-label={t('runs.filterReport')}
        placeholder={t('runs.anyReport')}
        data={[...titles, ...known].map(([value, label]) => ({ value: String(value), label: String(label) }))}
        value={filters.report || null}
        onChange={(value) => onChange({ report: value ?? '' })}
        searchable
        clearable
        w={200}
      />
      <Select
        aria-label={t('runs.filterStatus')}
        placeholder={t('runs.anyStatus')}
        data={RUN_STATUSES.map((value) => ({ value, label: t(`runs.statuses.${value}`) }))}
        value={filters.status || null}
        onChange={(value) => onChange({ status: value ?? '' })}
        clearable
        w={150}
      />
    </>
  );
}

function RunMenu({ run, onCancel }: { run: Run; onCancel: () => void }) {
  return (
    <RowMenu label={t('runs.menu', { report: run.report })}>
      <MenuItem icon={IconRefresh} href={hrefOf(runAgainRoute(run))}>
        {t('runs.again')}
      </MenuItem>
      {run.output === null ? null : (
        <MenuItem
          icon={IconDownload}
          onClick={() => window.open(`${basePath()}${run.output}`, '_blank', 'noopener')}
        >
          {t('runs.download')}
        </MenuItem>
      )}
      {isUnderWay(run) ? (
        <MenuItem icon={IconPlayerStop} onClick={onCancel}>
          {t('runs.cancel')}
        </MenuItem>
      ) : null}
    </RowMenu>
  );
}
