import { Alert, Button, Progress } from '@mantine/core';
import { basePath, formatBytes, formatDuration, formatNumber, sentenceOf, t } from '@cairn/ui';
import type { AnalysisJob } from '../../client.ts';
import { isUnfinished } from './use-analysis-job.ts';
import type { AnalysisRun } from './use-analysis-run.ts';
import styles from './analysis.module.css';

/** What a job does or how it ended, with the way to cancel it. Why it failed is said at the form. */
export function JobState({ run: { job: state } }: { run: AnalysisRun }) {
  const { job, result, isTooLarge, cancel } = state;
  if (job.error)
    return (
      <Alert color="red" variant="light" role="alert">
        {sentenceOf(job.error)}
      </Alert>
    );
  if (!job.data) return null;
  const { id, status, bytes, result: address } = job.data;
  if (isUnfinished(status))
    return (
      <section
        ref={bringIntoView}
        className={`${styles.job} ${styles.scrolledTo}`}
        aria-label={t('analysis.job.title', { id })}
      >
        <p role="status">
          {t('analysis.job.elapsed', {
            stage: stageOf(job.data),
            time: formatDuration((job.data.elapsed_ms ?? 0) / 1000),
          })}
        </p>
        <Progress value={100} animated size="sm" aria-label={stageOf(job.data)} />
        {job.data.counts ? (
          <p className={styles.note}>
            {t('analysis.job.features', {
              count: job.data.counts.input,
              all: formatNumber(job.data.counts.input),
            })}
          </p>
        ) : null}
        <p className={styles.note}>{t('analysis.job.noPercent')}</p>
        <Button
          size="xs"
          variant="default"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          {t(cancel.isPending ? 'analysis.job.cancelling' : 'analysis.job.cancel')}
        </Button>
      </section>
    );
  if (status === 'cancelled') return <Note text={t('analysis.job.cancelled')} />;
  if (status === 'failed') return null;
  if (address === null) return <Note text={t('analysis.job.expired')} />;
  if (isTooLarge && bytes !== null)
    return (
      <div className={styles.job}>
        <Note text={t('analysis.job.tooLarge', { size: formatBytes(bytes) })} />
        <Button component="a" size="xs" variant="default" href={`${basePath()}${address}?format=geojson`}>
          {t('analysis.result.download')}
        </Button>
      </div>
    );
  if (result.error) return <Note text={sentenceOf(result.error)} />;
  return result.data ? null : <Note text={t('analysis.job.loading')} />;
}

/** It is below the form. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function stageOf({ status, stage }: AnalysisJob): string {
  return t(`analysis.job.${status === 'queued' ? 'queued' : (stage ?? 'inspecting')}`);
}

function Note({ text }: { text: string }) {
  return (
    <p className={styles.note} role="status">
      {text}
    </p>
  );
}
