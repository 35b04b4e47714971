import { useNavigate } from 'react-router';
import { LoadingRows, Panel, sentenceOf, ServiceLink, t } from '@cairn/ui';
import { pageHref } from '../client.ts';
import { JobRow } from '../jobs/job-row.tsx';
import { useJobList } from '../jobs/use-job-list.ts';
import styles from './workspace.module.css';

const SHOWN = 5;

/** The jobs that run or wait right now. */
export function UnderWay() {
  const navigate = useNavigate();
  const jobs = useJobList({ status: 'active', kind: '', connection_id: '', mine: '', before: '' });
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
          {jobs.data.slice(0, SHOWN).map((job) => (
            <JobRow
              key={job.id}
              job={job}
              server={undefined}
              onOpen={() => void navigate(`/jobs?job=${job.id}`)}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
