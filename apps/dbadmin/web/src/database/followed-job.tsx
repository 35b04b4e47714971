import { CloseButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { t } from '@cairn/ui';
import { JobRow } from '../jobs/job-row.tsx';
import { isActive } from '../jobs/use-job-list.ts';
import { followJob, useFollowedJob } from '../jobs/use-followed-job.ts';
import { useJob } from '../jobs/use-job.ts';
import { databaseKey } from '../query-keys.ts';
import type { TabProps } from './database-page.tsx';
import styles from './database.module.css';

/** The job that was started last on this database: its progress and, until the user closes it, its result. */
export function FollowedJob({ database }: TabProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const followed = useFollowedJob(database.id);
  const activeId = database.job?.id;
  useEffect(() => {
    if (activeId !== undefined) followJob(queries, database.id, activeId);
  }, [activeId, database.id, queries]);
  const { data: job } = useJob(followed);
  const hasEnded = job !== undefined && !isActive(job);
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: databaseKey(database.id) });
  }, [hasEnded, followed, database.id, queries]);
  if (!job) return null;
  return (
    <section
      className={styles.followed}
      aria-label={t('database.followed')}
      aria-live={hasEnded ? 'polite' : 'off'}
    >
      <ul>
        <JobRow job={job} server={undefined} onOpen={() => void navigate(`/jobs?job=${job.id}`)} />
      </ul>
      {hasEnded ? (
        <CloseButton
          aria-label={t('database.followedClose')}
          onClick={() => followJob(queries, database.id, '')}
        />
      ) : null}
    </section>
  );
}
