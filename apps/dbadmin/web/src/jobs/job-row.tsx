import { Badge, Progress } from '@mantine/core';
import { useNavigate } from 'react-router';
import { RelativeTime, t } from '@cairn/ui';
import { jobRoute } from '../addresses.ts';
import type { Job } from '../client.ts';
import { JobActions } from './job-actions.tsx';
import { jobDuration, jobKindLabel } from './job-labels.ts';
import { isActive } from './use-jobs.ts';
import text from '../layout/text.module.css';
import styles from './jobs.module.css';

const COLORS: Record<Job['status'], string> = {
  queued: 'gray',
  running: 'blue',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'yellow',
};

interface JobRowProps {
  job: Job;
  /** Name of the server, if it is still registered. */
  server?: string | undefined;
  /** Opens the details; the jobs page by default. */
  onOpen?: () => void;
}

/** One job in a list: its subject, its progress and its error. */
export function JobRow({ job, server, onOpen }: JobRowProps) {
  const navigate = useNavigate();
  const title = job.summary;
  const duration = jobDuration(job);
  return (
    <li className={styles.row} data-job-status={job.status}>
      <div className={styles.head}>
        <JobStatus status={job.status} />
        <button
          type="button"
          className={`${text.button} ${styles.title}`}
          onClick={onOpen ?? (() => void navigate(jobRoute(job.id)))}
        >
          {title}
        </button>
        <JobActions job={job} />
      </div>
      {isActive(job) ? (
        <Progress value={job.progress} size="sm" aria-label={title} animated={job.status === 'queued'} />
      ) : null}
      {isActive(job) && job.stage ? (
        <span className={styles.stage}>
          {job.stage} <span className="numeric">{t('common.percent', { percent: job.progress })}</span>
        </span>
      ) : null}
      {job.error ? <p className={styles.error}>{job.error}</p> : null}
      <div className={styles.facts}>
        <span>{jobKindLabel(job.kind)}</span>
        {server ? <span>{server}</span> : null}
        {job.requested_by ? <span>{t('jobs.by', { name: job.requested_by })}</span> : null}
        <RelativeTime exact value={job.created_at} />
        {duration ? <span>{duration}</span> : null}
      </div>
    </li>
  );
}

export function JobStatus({ status }: { status: Job['status'] }) {
  return <Badge color={COLORS[status]}>{t(`jobs.status.${status}`)}</Badge>;
}
