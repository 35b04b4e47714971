import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconHistory, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DataTable, EmptyState, Page, t, useLatched, useMe } from '@cairn/ui';
import { CATALOG_ROUTE, HISTORY_ROUTE, hrefOf } from '../addresses.ts';
import { ReportFilter } from '../catalog/report-filter.tsx';
import { RUN_STATUSES } from '../runs/status-badge.tsx';
import { useAddressFilters } from '../use-address-filters.ts';
import { isFiltered, readFilters, TRIGGERS, type RunFilters } from './filters.ts';
import { runColumns } from './run-columns.tsx';
import { RunPanel } from './run-panel.tsx';
import { ScheduleSummary } from './schedule-summary.tsx';
import { useExecutions } from './use-executions.ts';
import styles from './history.module.css';

/** All runs, newest first. Filters, the page of the list and the run that is shown are in the address. */
export function HistoryPage() {
  const [address] = useSearchParams();
  const { filters, change } = useAddressFilters(readFilters);
  const runs = useExecutions(filters);
  const run = address.get('run') ?? '';
  const hasPanel = useLatched(run !== '');
  const isAdmin = useMe().data?.admin === true;
  const search = address.toString();
  const columns = useMemo(() => {
    return runColumns((id) => {
      const next = new URLSearchParams(search);
      next.set('run', id);
      return hrefOf(`${HISTORY_ROUTE}?${next}`);
    });
  }, [search]);

  const next = runs.data?.next_cursor ?? null;
  return (
    <Page
      title={t('history.title')}
      lead={t('history.lead')}
      width="full"
      crumbs={[{ label: t('report.reports'), href: hrefOf(CATALOG_ROUTE) }]}
      action={
        <Button
          component={Link}
          to="/executions.php"
          variant="default"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
        >
          {t('history.current')}
        </Button>
      }
    >
      {isAdmin && /^\d+$/.test(filters.schedule) ? (
        <ScheduleSummary id={Number(filters.schedule)} onAll={() => change({ schedule: '' })} />
      ) : null}
      <DataTable
        label={t('history.title')}
        rows={runs.data?.executions}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ report_title: title }) => title}
        source={runs}
        serverSearch
        searchPlaceholder={t('history.search')}
        filtered={isFiltered(filters) || filters.q !== '' || filters.cursor !== ''}
        onResetFilters={() => change({ report: '', schedule: '', status: '', trigger: '', from: '', to: '' })}
        filters={<HistoryFilters filters={filters} onChange={change} />}
        pageSize={50}
        currentKey={run || undefined}
        empty={
          <EmptyState
            boxed
            icon={<IconHistory size={22} stroke={1.6} />}
            title={t('history.empty')}
            text={t('history.emptyText')}
          />
        }
      />
      <Group justify="center" mt="md">
        {filters.cursor === '' ? null : (
          <Button variant="default" onClick={() => change({ cursor: '' })}>
            {t('history.newest')}
          </Button>
        )}
        {next === null ? null : (
          <Button variant="default" onClick={() => change({ cursor: next })}>
            {t('history.older')}
          </Button>
        )}
      </Group>
      {hasPanel ? <RunPanel id={run} onRun={(id) => change({ run: id })} /> : null}
    </Page>
  );
}

interface HistoryFiltersProps {
  filters: RunFilters;
  onChange: (changed: Partial<RunFilters>) => void;
}

function HistoryFilters({ filters, onChange }: HistoryFiltersProps) {
  return (
    <>
      <ReportFilter
        label={t('history.filterReport')}
        placeholder={t('history.anyReport')}
        value={filters.report}
        onChange={(report) => onChange({ report })}
      />
      <Select
        aria-label={t('history.filterStatus')}
        placeholder={t('history.anyStatus')}
        data={RUN_STATUSES.map((value) => ({ value, label: t(`runs.status.${value}`) }))}
        value={filters.status || null}
        onChange={(value) => onChange({ status: value ?? '' })}
        clearable
        w={140}
      />
      <Select
        aria-label={t('history.filterTrigger')}
        placeholder={t('history.anyTrigger')}
        data={TRIGGERS.map((value) => ({ value, label: t(`history.triggers.${value}`) }))}
        value={filters.trigger || null}
        onChange={(value) => onChange({ trigger: value ?? '' })}
        clearable
        w={150}
      />
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={t(`history.${name}`)}
          leftSection={<span className={styles.prefix}>{t(`history.${name}`)}</span>}
          leftSectionWidth={46}
          value={filters[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          w={185}
        />
      ))}
    </>
  );
}
