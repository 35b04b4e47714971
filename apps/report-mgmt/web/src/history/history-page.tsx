import { Button, Group, Select, TextInput } from '@mantine/core';
import { IconHistory, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { DataTable, EmptyState, Page, t, useLatched, useMe } from '@cairn/ui';
import { CATALOG_ROUTE, HISTORY_ROUTE, hrefOf } from '../addresses.ts';
import { useDefinitions } from '../catalog/use-definitions.ts';
import { RUN_STATUSES } from '../runs/status-badge.tsx';
import { isFiltered, readFilters, TRIGGERS, type RunFilters } from './filters.ts';
import { runColumns } from './run-columns.tsx';
import { RunPanel } from './run-panel.tsx';
import { ScheduleSummary } from './schedule-summary.tsx';
import { useExecutions } from './use-executions.ts';
import styles from './history.module.css';

/** All runs, newest first. Filters, the page of the list and the run that is shown are in the address. */
export function HistoryPage() {
  const [address, setAddress] = useSearchParams();
  const filters = readFilters(address);
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

  /** A page further down is a step that Back returns from; a filter is not, and begins at the newest. */
  function change(changed: Partial<RunFilters> & { run?: string }): void {
    const next = new URLSearchParams(window.location.search);
    const isFilter = !('cursor' in changed) && !('run' in changed);
    if (isFilter) next.delete('cursor');
    for (const [name, value] of Object.entries(changed)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    setAddress(next, { replace: isFilter, preventScrollReset: true });
  }

  // Another search begins at its newest run.
  const lastSearch = useRef(filters.q);
  useEffect(() => {
    if (lastSearch.current === filters.q) return;
    lastSearch.current = filters.q;
    if (filters.cursor !== '') change({ cursor: '' });
  });

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
  const reports = useDefinitions().data?.definitions ?? [];
  const options = reports.map(({ key, title }) => ({ value: key, label: title }));
  const isKnown = filters.report === '' || reports.some(({ key }) => key === filters.report);
  return (
    <>
      <Select
        aria-label={t('history.filterReport')}
        placeholder={t('history.anyReport')}
        data={isKnown ? options : [...options, { value: filters.report, label: filters.report }]}
        value={filters.report || null}
        onChange={(value) => onChange({ report: value ?? '' })}
        searchable
        clearable
        w={180}
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
