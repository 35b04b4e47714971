import { Badge, Progress, Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { formatExact, RelativeTime, ServiceLink, t } from '@cairn/ui';
import { pageHref, type Database, type JobBrief } from '../client.ts';
import { kindWords } from '../jobs/words.ts';
import layout from '../layout/layout.module.css';
import styles from './databases.module.css';

const COLORS: Record<Database['state'], string> = {
  ready: 'green',
  creating: 'blue',
  deleting: 'orange',
  missing: 'red',
  failed: 'red',
  unknown: 'gray',
};

/** How a database is; while a job works on it, how far that is. */
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
  const words = kindWords(job.kind);
  return (
    <span className={layout.progress}>
      <span>
        <ServiceLink href={pageHref('/jobs', { job: job.id })}>{words}</ServiceLink>{' '}
        {job.status === 'running' ? (
          <span className="numeric">{t('jobs.percent', { percent: job.progress })}</span>
        ) : (
          t('jobs.status.queued')
        )}
      </span>
      <Progress value={job.progress} size="xs" aria-label={words} animated={job.status === 'queued'} />
    </span>
  );
}

/** When a database was last backed up, and whether the backup was read through since. */
export function LastBackup({ row }: { row: Pick<Database, 'last_backup' | 'state'> }) {
  const backup = row.last_backup;
  if (!backup) {
    return row.state === 'ready' ? (
      <Badge color="yellow">{t('databases.neverBackedUp')}</Badge>
    ) : (
      <span>–</span>
    );
  }
  return (
    <span className={styles.backup}>
      <RelativeTime value={backup.created_at} />
      {backup.verified_at ? (
        <Tooltip label={t('databases.verifiedAt', { time: formatExact(new Date(backup.verified_at)) })}>
          <IconShieldCheck
            size={15}
            tabIndex={0}
            role="img"
            aria-label={t('databases.verifiedAt', { time: formatExact(new Date(backup.verified_at)) })}
          />
        </Tooltip>
      ) : null}
    </span>
  );
}
