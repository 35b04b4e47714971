import { Badge, Progress } from '@mantine/core';
import { RelativeTime, t } from '@cairn/ui';
import type { Job } from '../client.ts';
import { JobActions } from './job-actions.tsx';
import { isActive } from './use-job-list.ts';
import { kindWords, tookWords } from './words.ts';
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
  /** Name of the server, where it is still known. */
  server: string | undefined;
  onOpen: () => void;
}

/** One job in the list: what it is about, how far it is, what went wrong. */
export function JobRow({ job, server, onOpen }: JobRowProps) {
  const title = job.summary;
  return (
    <li className={styles.row} data-job-status={job.status}>
      <div className={styles.head}>
        <JobStatus status={job.status} />
        <button type="button" className={styles.title} onClick={onOpen}>
          {title}
        </button>
        <JobActions job={job} />
      </div>
      {isActive(job) ? (
        <Progress value={job.progress} size="sm" aria-label={title} animated={job.status === 'queued'} />
      ) : null}
      {isActive(job) && job.stage ? (
        <span className={styles.stage}>
          {job.stage} <span className="numeric">{t('jobs.percent', { percent: job.progress })}</span>
        </span>
      ) : null}
      {job.error ? <p className={styles.error}>{job.error}</p> : null}
      <div className={styles.facts}>
        <span>{kindWords(job.kind)}</span>
        {server ? <span>{server}</span> : null}
        {job.requested_by ? <span>{t('jobs.by', { name: job.requested_by })}</span> : null}
        <RelativeTime exact value={job.created_at} />
        {tookWords(job) ? <span>{tookWords(job)}</span> : null}
      </div>
    </li>
  );
}

export function JobStatus({ status }: { status: Job['status'] }) {
  return <Badge color={COLORS[status]}>{t(`jobs.status.${status}`)}</Badge>;
}
