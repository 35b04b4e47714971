import { Alert } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { LoadingRows, RelativeTime, sentenceOf, t, type ApiError } from '@cairn/ui';
import type { SchedulePreview, ScheduleRun } from '../client.ts';
import { formatInZone, readerZone } from '../time-zones.ts';
import styles from './schedule-form.module.css';

interface NextRunsProps {
  preview: SchedulePreview | undefined;
  error: ApiError | null;
  timeZone: string;
}

/** The rule as a sentence, and when it runs next: in its zone, in the reader's, and with what the clock does to it. */
export function NextRuns({ preview, error, timeZone }: NextRunsProps) {
  if (error) return <Alert color="red">{sentenceOf(error)}</Alert>;
  if (!preview) return <LoadingRows rows={4} />;
  const { sentence, next_runs: runs } = preview;
  const changed = runs.filter(({ change }) => change !== null).length;
  return (
    <div className={styles.ahead}>
      <div role="status">
        <p className={styles.sentence}>{sentence ?? t('scheduleForm.incomplete')}</p>
        {sentence === null ? null : <span className={styles.quiet}>{timeZone.replaceAll('_', ' ')}</span>}
      </div>
      {runs.length > 0 ? (
        <>
          <h3>{t('scheduleForm.nextRuns')}</h3>
          <ol aria-label={t('scheduleForm.nextRuns')} className={styles.runs}>
            {runs.map((run) => (
              <NextRun key={run.at} run={run} timeZone={timeZone} />
            ))}
          </ol>
        </>
      ) : null}
      {changed > 0 ? (
        <Alert color="yellow" icon={<IconClockExclamation size={18} aria-hidden />} role="status">
          {t('scheduleForm.clockChanges', { count: changed })}
        </Alert>
      ) : null}
    </div>
  );
}

function NextRun({ run: { at, change, note }, timeZone }: { run: ScheduleRun; timeZone: string }) {
  const here = readerZone();
  return (
    <li data-change={change ?? undefined}>
      <span className={styles.zoned}>
        <strong>{formatInZone(at, timeZone)}</strong> <RelativeTime value={at} />
      </span>
      {timeZone === here ? null : (
        <span className={styles.quiet}>
          {t('scheduleForm.yourTime', { time: formatInZone(at, here), zone: here.replaceAll('_', ' ') })}
        </span>
      )}
      {note === null ? null : (
        <span className={styles.note}>
          <IconClockExclamation size={14} aria-hidden /> {note}
        </span>
      )}
    </li>
  );
}
