import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState, ErrorState, LoadingRows, Page, t, useUrlState } from '@cairn/ui';
import { useConnections } from '../connections/use-connections.ts';
import { JobFilterBar } from './job-filter-bar.tsx';
import { JobPanel } from './job-panel.tsx';
import { JobRow } from './job-row.tsx';
import { PAGE_SIZE, useJobList, type JobFilters } from './use-jobs.ts';
import styles from './jobs.module.css';

const FILTERS = ['status', 'kind', 'connection_id', 'mine', 'before'] as const;

/** The jobs of the service and their progress. Filters and the page of the list are in the address. */
export function JobsPage() {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useUrlState('job');
  const servers = useConnections().data;
  const filters: JobFilters = Object.fromEntries(
    FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])),
  );
  const jobs = useJobList(filters);
  const nameOf = useMemo(() => new Map(servers?.map(({ id, name }) => [id, name])), [servers]);
  const isFiltered = Object.keys(filters).length > 0;
  const change = (changed: Partial<JobFilters>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ before: '', ...changed })) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    // The Back button returns from older jobs, but does not undo filters.
    setParams(next, { replace: !('before' in changed), preventScrollReset: !('before' in changed) });
  };
  const rows = jobs.data ?? [];
  return (
    <Page title={t('jobs.title')} lead={t('jobs.lead')}>
      <JobFilterBar filters={filters} servers={servers ?? []} onChange={change} />
      {jobs.error && !jobs.data ? (
        <ErrorState error={jobs.error} retry={() => void jobs.refetch()} />
      ) : jobs.isPending ? (
        <LoadingRows height={64} />
      ) : rows.length === 0 ? (
        <EmptyState
          boxed
          icon={<IconActivity size={22} stroke={1.6} />}
          title={t(isFiltered ? 'jobs.noMatch' : 'jobs.none')}
          text={t(isFiltered ? 'jobs.noMatchText' : 'jobs.noneText')}
          action={
            isFiltered ? (
              <Button variant="default" onClick={() => setParams({})}>
                {t('jobs.reset')}
              </Button>
            ) : undefined
          }
        />
      ) : (
        <ul className={styles.list} aria-label={t('jobs.title')}>
          {rows.map((job) => (
            <JobRow
              key={job.id}
              job={job}
              server={job.connection_id ? nameOf.get(job.connection_id) : undefined}
              onOpen={() => setOpen(job.id)}
            />
          ))}
        </ul>
      )}
      <div className={styles.pages}>
        {filters.before === undefined ? null : (
          <Button variant="default" onClick={() => change({ before: '' })}>
            {t('jobs.newest')}
          </Button>
        )}
        {rows.length === PAGE_SIZE ? (
          <Button variant="default" onClick={() => change({ before: rows.at(-1)?.id ?? '' })}>
            {t('jobs.older')}
          </Button>
        ) : null}
      </div>
      <JobPanel id={open} onClose={() => setOpen('')} />
    </Page>
  );
}
