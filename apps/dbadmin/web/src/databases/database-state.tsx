import { Badge, Progress, Tooltip } from '@mantine/core';
import { ServiceLink, t } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import type { Database, JobBrief } from '../client.ts';
import { jobKindLabel } from '../jobs/job-labels.ts';
import styles from './databases.module.css';

const COLORS: Record<Database['state'], string> = {
  ready: 'green',
  creating: 'blue',
  deleting: 'orange',
  missing: 'red',
  failed: 'red',
  unknown: 'gray',
};

/** The state of a database, or the progress of the job that works on it. */
export function DatabaseState({ row }: { row: Pick<Database, 'state' | 'job' | 'error'> }) {
  if (row.job) return <JobProgress job={row.job} />;
  const badge = (
    <Badge color={COLORS[row.state]} tabIndex={row.error ? 0 : undefined}>
      {t(`databases.states.${row.state}`)}
    </Badge>
  );
  return row.error ? (
    <Tooltip label={row.error} multiline maw={340}>
      {badge}
    </Tooltip>
  ) : (
    badge
  );
}

function JobProgress({ job }: { job: JobBrief }) {
  const label = jobKindLabel(job.kind);
  return (
    <span className={styles.progress}>
      <span>
        <ServiceLink href={pageHref('/jobs', { job: job.id })}>{label}</ServiceLink>{' '}
        {job.status === 'running' ? (
          <span className="numeric">{t('common.percent', { percent: job.progress })}</span>
        ) : (
          t('jobs.status.queued')
        )}
      </span>
      <Progress value={job.progress} size="xs" aria-label={label} animated={job.status === 'queued'} />
    </span>
  );
}
