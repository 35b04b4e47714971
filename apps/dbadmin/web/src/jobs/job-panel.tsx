import { Alert, Code, Progress } from '@mantine/core';
import { CopyButton, ErrorState, formatExact, LoadingRows, ServiceLink, SidePanel, t } from '@cairn/ui';
import { databaseRoute, pageHref, type Job } from '../client.ts';
import { Facts } from '../layout/facts.tsx';
import { JobActions } from './job-actions.tsx';
import { JobStatus } from './job-row.tsx';
import { useJob } from './use-job.ts';
import { isActive } from './use-job-list.ts';
import { kindWords, tookWords } from './words.ts';
import styles from './jobs.module.css';

/** Everything about one job, beside the list. */
export function JobPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const job = useJob(id);
  return (
    <SidePanel opened={id !== ''} title={job.data?.summary ?? t('jobs.one')} size={520} onClose={onClose}>
      {job.error ? (
        <ErrorState error={job.error} retry={() => void job.refetch()} />
      ) : job.data ? (
        <JobDetails job={job.data} />
      ) : (
        <LoadingRows />
      )}
    </SidePanel>
  );
}

function JobDetails({ job }: { job: Job }) {
  const { not_included: notIncluded, not_carried_over: notCarriedOver, ...result } = job.result ?? {};
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <JobStatus status={job.status} />
        <span className={styles.stage}>{job.status === 'succeeded' ? null : job.stage}</span>
        <JobActions job={job} />
      </div>
      {isActive(job) ? <Progress value={job.progress} aria-label={job.summary} /> : null}
      {job.error ? (
        <Alert color="red" title={t('jobs.failedTitle')}>
          {job.error}
        </Alert>
      ) : null}
      <Facts
        entries={[
          [t('jobs.kind'), kindWords(job.kind)],
          [
            t('jobs.database'),
            job.database_id ? (
              <ServiceLink key="database" href={pageHref(databaseRoute(job.database_id))}>
                {t('jobs.openDatabase')}
              </ServiceLink>
            ) : null,
          ],
          [t('jobs.requestedBy'), job.requested_by],
          [t('jobs.asked'), formatExact(new Date(job.created_at))],
          [t('jobs.started'), job.started_at ? formatExact(new Date(job.started_at)) : null],
          [t('jobs.ended'), job.finished_at ? formatExact(new Date(job.finished_at)) : null],
          [t('jobs.took'), tookWords(job)],
          [t('jobs.number'), job.id],
        ]}
      />
      <LeftOut title={t('jobs.notIncluded')} items={notIncluded} />
      <LeftOut title={t('jobs.notCarriedOver')} items={notCarriedOver} />
      {job.errors.length > 0 ? <Told title={t('jobs.errors')} text={job.errors.join('\n')} /> : null}
      {job.result ? <Told title={t('jobs.result')} text={JSON.stringify(result, null, 2)} /> : null}
      <Told title={t('jobs.payload')} text={JSON.stringify(job.payload, null, 2)} />
    </div>
  );
}

/** What a backup, restore or copy could not take along: one sentence an item. */
function LeftOut({ title, items }: { title: string; items: unknown }) {
  if (!Array.isArray(items) || items.length === 0) return null;
  return (
    <Alert color="yellow" title={title}>
      <ul className={styles.leftOut}>
        {items.map((item) => (
          <li key={String(item)}>{String(item)}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Told({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3 className={styles.heading}>
        {title} <CopyButton value={text} />
      </h3>
      <Code block className={styles.code} tabIndex={0}>
        {text}
      </Code>
    </section>
  );
}
