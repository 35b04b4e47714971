import { CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t } from '@cairn/ui';
import { JobRow } from '../jobs/job-row.tsx';
import { followJob, isActive, useFollowedJob, useJob } from '../jobs/use-jobs.ts';
import { databaseKey } from '../query-keys.ts';
import type { DatabaseTabProps } from './types.ts';
import styles from './database.module.css';

/** The job that was started last on this database: its progress and, until the user dismisses it, its result. */
export function LatestJob({ database }: DatabaseTabProps) {
  const queries = useQueryClient();
  const jobId = useFollowedJob(database.id);
  const activeId = database.job?.id;
  useEffect(() => {
    if (activeId !== undefined) followJob(queries, database.id, activeId);
  }, [activeId, database.id, queries]);
  const { data: job } = useJob(jobId);
  const hasEnded = job !== undefined && !isActive(job);
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: databaseKey(database.id) });
  }, [hasEnded, jobId, database.id, queries]);
  if (!job) return null;
  return (
    <section
      className={styles.latestJob}
      aria-label={t('database.latestJob')}
      aria-live={hasEnded ? 'polite' : 'off'}
    >
      <ul>
        <JobRow job={job} />
      </ul>
      {hasEnded ? (
        <CloseButton aria-label={t('common.dismiss')} onClick={() => followJob(queries, database.id, '')} />
      ) : null}
    </section>
  );
}
