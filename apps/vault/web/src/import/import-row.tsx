import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  cancelServiceJob,
  formatDuration,
  isUnderWay,
  jobsKey,
  notifyError,
  RelativeTime,
  ServiceLink,
  t,
  tui,
  type ServiceJob,
} from '@cairn/ui';
import { datasetHref } from '../addresses.ts';
import type { FeatureServiceResult as ServiceResult, IngestResult, QuickImportResult } from '../client.ts';
import { UploadResult } from '../upload/upload-result.tsx';
import styles from '../upload/upload.module.css';
import { FeatureServiceResult } from './feature-service-result.tsx';
import { rememberedImport, type RememberedImport } from './remembered-imports.ts';
import { useTimeLeft } from './use-time-left.ts';

interface ImportRowProps {
  job: ServiceJob;
  onAgain: (request: RememberedImport) => void;
}

/** One import: its progress, its result and its actions. */
export function ImportRow({ job, onAgain }: ImportRowProps) {
  const layers = job.kind === 'featuresvc.import' ? (job.result as ServiceResult | undefined) : undefined;
  // A load into a database has no dataset.
  const loaded = job.kind === 'import.quick' ? (job.result as QuickImportResult | undefined) : undefined;
  const result = loaded || layers ? undefined : (job.result as IngestResult | undefined);
  const request = rememberedImport(job.id);
  const ended = job.status === 'failed' || job.status === 'cancelled';
  return (
    <li className={styles.row} data-import-status={job.status}>
      <div className={styles.rowHead}>
        <span className={styles.fileName}>{job.title}</span>
        <span className={styles.quiet}>
          <RelativeTime value={job.finished_at ?? job.created_at} />
        </span>
        {isUnderWay(job) && job.may_cancel ? <CancelButton job={job} /> : null}
      </div>
      {isUnderWay(job) ? (
        <Progress
          value={job.status === 'queued' ? 0 : job.progress}
          size="sm"
          aria-label={t('import.progress', { title: job.title })}
        />
      ) : null}
      <div className={styles.rowFoot}>
        <Sentence job={job} result={result} loaded={loaded} />
        {result ? (
          <Button
            size="compact-sm"
            variant="light"
            component={ServiceLink}
            href={datasetHref(result.dataset)}
          >
            {t('upload.open')}
          </Button>
        ) : null}
        {ended && request ? (
          <Button size="compact-sm" variant="default" onClick={() => onAgain(request)}>
            {t('upload.retry')}
          </Button>
        ) : null}
      </div>
      {result ? <UploadResult result={result} /> : null}
      {layers ? <FeatureServiceResult {...layers} /> : null}
    </li>
  );
}

function CancelButton({ job }: { job: ServiceJob }) {
  const queries = useQueryClient();
  const [isCancelling, setCancelling] = useState(false);
  const cancel = async () => {
    setCancelling(true);
    await cancelServiceJob(job).catch((error: unknown) => {
      setCancelling(false);
      notifyError(error);
    });
    await queries.invalidateQueries({ queryKey: jobsKey });
  };
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={isCancelling}
      aria-label={t('import.cancelOf', { title: job.title })}
      onClick={() => void cancel()}
    >
      {tui(isCancelling ? 'jobs.cancelling' : 'jobs.cancel')}
    </Button>
  );
}

interface SentenceProps {
  job: ServiceJob;
  result: IngestResult | undefined;
  loaded: QuickImportResult | undefined;
}

function Sentence({ job, result, loaded }: SentenceProps) {
  const secondsLeft = useTimeLeft(job);
  if (job.status === 'failed') {
    return (
      <span className={styles.wrong} role="alert">
        <IconAlertTriangle size={15} aria-hidden /> {job.error}
      </span>
    );
  }
  if (job.status === 'succeeded') {
    const words = result?.unchanged ? 'upload.status.unchanged' : 'upload.status.done';
    return (
      <span className={styles.good} role="status">
        <IconCircleCheck size={15} aria-hidden />{' '}
        {loaded
          ? loadedSentence(loaded)
          : result
            ? t(words, { version: result.version })
            : tui('jobs.succeeded')}
      </span>
    );
  }
  if (job.status !== 'running') {
    return (
      <span className={styles.quiet} role="status">
        {job.status === 'queued' ? tui('jobs.queued') : t('import.cancelled')}
      </span>
    );
  }
  const parts = [tui('jobs.percent', { percent: Math.round(job.progress) })];
  if (job.stage) parts.push(job.stage);
  if (secondsLeft !== null) parts.push(t('upload.left', { time: formatDuration(secondsLeft) }));
  return <span className={styles.quiet}>{parts.join(' · ')}</span>;
}

function loadedSentence({ tables, schema }: QuickImportResult): string {
  const names = tables.map(({ table }) => `${schema}.${table}`).join(', ');
  return t('quick.loaded', { count: tables.length, tables: names });
}
