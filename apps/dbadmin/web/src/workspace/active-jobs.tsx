import { LoadingRows, Panel, sentenceOf, ServiceLink, t } from '@cairn/ui';
import { pageHref } from '../addresses.ts';
import { JobRow } from '../jobs/job-row.tsx';
import { useJobList } from '../jobs/use-jobs.ts';
import styles from './workspace.module.css';

const MAX_SHOWN = 5;

/** The running and queued jobs. */
export function ActiveJobs() {
  const jobs = useJobList({ status: 'active' });
  return (
    <Panel
      title={t('workspace.jobs')}
      action={<ServiceLink href={pageHref('/jobs')}>{t('workspace.allJobs')}</ServiceLink>}
      flush
    >
      {jobs.error && !jobs.data ? (
        <p className={styles.pad}>{sentenceOf(jobs.error)}</p>
      ) : !jobs.data ? (
        <div className={styles.pad}>
          <LoadingRows rows={2} />
        </div>
      ) : jobs.data.length === 0 ? (
        <p className={styles.pad}>{t('workspace.noJobs')}</p>
      ) : (
        <ul className={styles.list}>
          {jobs.data.slice(0, MAX_SHOWN).map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
