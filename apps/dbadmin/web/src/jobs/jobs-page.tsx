import { Button } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState, ErrorState, LoadingRows, Page, t, useUrlState } from '@cairn/ui';
import { useConnections } from '../layout/use-connections.ts';
import { JobFilterBar } from './job-filter-bar.tsx';
import { JobPanel } from './job-panel.tsx';
import { JobRow } from './job-row.tsx';
import { PAGE_SIZE, useJobList, type JobFilters } from './use-job-list.ts';
import styles from './jobs.module.css';

const NAMES = ['status', 'kind', 'connection_id', 'mine', 'before'] as const;

/** The long work of the service, as it goes on; filters and place stand in the address. */
export function JobsPage() {
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useUrlState('job');
  const servers = useConnections().data;
  const filters = Object.fromEntries(
    NAMES.map((name) => [name, params.get(name) ?? '']),
  ) as unknown as JobFilters;
  const jobs = useJobList(filters);
  const nameOf = useMemo(() => new Map(servers?.map(({ id, name }) => [id, name])), [servers]);
  const isFiltered = NAMES.some((name) => filters[name] !== '');
  const change = (changed: Partial<JobFilters>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries({ before: '', ...changed })) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    // A step to older jobs is one to come back from; a filter is not.
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
        {filters.before === '' ? null : (
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
