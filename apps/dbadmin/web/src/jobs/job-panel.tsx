import { Alert, Code, Progress } from '@mantine/core';
import { CopyButton, Facts, Loaded, ServiceLink, SidePanel, formatExact, formatNumber, t } from '@cairn/ui';
import { databaseHref } from '../addresses.ts';
import type { Job } from '../client.ts';
import { JobActions } from './job-actions.tsx';
import { jobDuration, jobKindLabel } from './job-labels.ts';
import { JobStatus } from './job-row.tsx';
import { isActive, useJob } from './use-jobs.ts';
import styles from './jobs.module.css';

/** The details of one job, beside the list. */
export function JobPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const job = useJob(id);
  return (
    <SidePanel opened={id !== ''} title={job.data?.summary ?? t('jobs.job')} size={520} onClose={onClose}>
      <Loaded query={job}>{(data) => <JobDetails job={data} />}</Loaded>
    </SidePanel>
  );
}

function JobDetails({ job }: { job: Job }) {
  const {
    not_included: notIncluded,
    not_carried_over: notCarriedOver,
    broken_geometries: broken,
    ...result
  } = job.result ?? {};
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
        grid
        entries={[
          [t('jobs.kind'), jobKindLabel(job.kind)],
          [
            t('common.database'),
            job.database_id ? (
              <ServiceLink key="database" href={databaseHref(job.database_id)}>
                {t('jobs.openDatabase')}
              </ServiceLink>
            ) : null,
          ],
          [t('jobs.requestedBy'), job.requested_by],
          [t('jobs.requested'), formatExact(new Date(job.created_at))],
          [t('jobs.started'), job.started_at ? formatExact(new Date(job.started_at)) : null],
          [t('jobs.finished'), job.finished_at ? formatExact(new Date(job.finished_at)) : null],
          [t('jobs.duration'), jobDuration(job)],
          [t('jobs.id'), job.id],
        ]}
      />
      <Omitted title={t('jobs.notIncluded')} items={notIncluded} />
      <Omitted title={t('jobs.notCarriedOver')} items={notCarriedOver} />
      {broken ? <BrokenGeometries {...(broken as BrokenGeometriesProps)} /> : null}
      {job.errors.length > 0 ? <CodeSection title={t('jobs.errors')} text={job.errors.join('\n')} /> : null}
      {job.result ? <CodeSection title={t('jobs.result')} text={JSON.stringify(result, null, 2)} /> : null}
      <CodeSection title={t('jobs.payload')} text={JSON.stringify(job.payload, null, 2)} />
    </div>
  );
}

/** Objects that a backup, restore or clone omitted, one sentence each. */
function Omitted({ title, items }: { title: string; items: unknown }) {
  if (!Array.isArray(items) || items.length === 0) return null;
  return (
    <Alert color="yellow" title={title}>
      <ul className={styles.omitted}>
        {items.map((item) => (
          <li key={String(item)}>{String(item)}</li>
        ))}
      </ul>
    </Alert>
  );
}

interface BrokenGeometriesProps {
  count: number;
  features: { feature: number | string; reason: string }[];
}

/** Features that an import left without geometry. */
function BrokenGeometries({ count, features }: BrokenGeometriesProps) {
  const items = features.map(({ feature, reason }) => t('jobs.brokenFeature', { feature, reason }));
  const rest = count - features.length;
  if (rest > 0) items.push(t('jobs.brokenRest', { number: formatNumber(rest) }));
  return <Omitted title={t('jobs.broken', { count, number: formatNumber(count) })} items={items} />;
}

function CodeSection({ title, text }: { title: string; text: string }) {
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
