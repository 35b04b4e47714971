import { Alert, Button } from '@mantine/core';
import { formatNumber, t } from '@cairn/ui';
import type { AnalysisCapabilities } from '../../client.ts';
import { mayRunAsJob } from './problem.ts';
import { RunningTime } from './running-time.tsx';
import type { AnalysisRun } from './use-analysis-run.ts';
import styles from './analysis.module.css';

interface RunButtonsProps {
  run: AnalysisRun;
  /** Why the last run failed, unless that is shown at a field. */
  problem: string | null;
  /** Rows that a direct answer may have, where there are more. */
  large: number | null;
  capabilities: AnalysisCapabilities;
}

/** Runs the analysis, stops it, and offers a job where a direct answer is too small. */
export function RunButtons({ run, problem, large, capabilities }: RunButtonsProps) {
  const { error, request } = run;
  const isForJob = error !== null && request !== null && mayRunAsJob(error);
  const { factor, seconds: longest } = capabilities.job;
  return (
    <div className={styles.run}>
      {large === null || run.isBusy ? null : (
        <p className={styles.note}>{t('analysis.largeForDirect', { rows: formatNumber(large) })}</p>
      )}
      <div className={styles.buttons}>
        <Button type="submit" disabled={run.isBusy}>
          {t(large === null ? 'analysis.run' : 'analysis.runAsJob')}
        </Button>
        {run.isWaiting ? (
          <>
            <Button variant="default" onClick={run.stop}>
              {t('analysis.stop')}
            </Button>
            <span className={styles.note}>
              <RunningTime />
            </span>
          </>
        ) : null}
      </div>
      {problem !== null && !run.isBusy ? (
        <Alert color="red" variant="light" role="alert">
          {problem}
          {isForJob ? (
            <div className={styles.offer}>
              <Button size="xs" onClick={() => run.start(request, { asJob: true })}>
                {t('analysis.runAsJob')}
              </Button>
              <span className={styles.note}>
                {t('analysis.jobLimits', { factor, minutes: Math.round(longest / 60) })}
              </span>
            </div>
          ) : null}
        </Alert>
      ) : null}
    </div>
  );
}
