import { useCallback, useEffect, useRef, useState } from 'react';
import { CloseButton } from '@mantine/core';
import { Loaded, LoadingRows, t } from '@cairn/ui';
import type { AnalysisCapabilities } from '../../client.ts';
import { useExplorer } from '../state/explorer-context.tsx';
import { ANALYSIS_BUTTON } from './analysis-button.tsx';
import { AnalysisForm } from './analysis-form.tsx';
import { JobState } from './job-state.tsx';
import { ResultView } from './result-view.tsx';
import { useAnalysisRun } from './use-analysis-run.ts';
import { useCapabilities } from './use-capabilities.ts';
import styles from './analysis.module.css';

/** Runs a spatial analysis of the filtered rows and shows its result on the map. */
export function AnalysisPanel() {
  const { change } = useExplorer();
  const capabilities = useCapabilities();
  const element = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    change({ analysis: '' });
    requestAnimationFrame(() => document.getElementById(ANALYSIS_BUTTON)?.focus());
  }, [change]);
  useEffect(() => {
    const panel = element.current;
    const closeOnEscape = (event: KeyboardEvent) => {
      // A field whose list of options is open names the list, and takes the key for itself.
      const isInList = (event.target as Element).hasAttribute('aria-controls');
      if (event.key === 'Escape' && !isInList) close();
    };
    // Before the field that closes its list.
    panel?.addEventListener('keydown', closeOnEscape, true);
    return () => panel?.removeEventListener('keydown', closeOnEscape, true);
  }, [close]);
  // What opened it is left behind, so the keyboard goes on here.
  useEffect(() => element.current?.focus(), []);
  return (
    <div ref={element} role="group" aria-label={t('analysis.title')} tabIndex={-1} className={styles.panel}>
      <header className={styles.head}>
        <h2>{t('analysis.title')}</h2>
        <CloseButton size="sm" aria-label={t('analysis.close')} onClick={close} />
      </header>
      <div className={styles.scroll}>
        <Loaded query={capabilities} rows={5} height={48}>
          {(data) => <AnalysisTask capabilities={data} />}
        </Loaded>
      </div>
    </div>
  );
}

function AnalysisTask({ capabilities }: { capabilities: AnalysisCapabilities }) {
  const run = useAnalysisRun();
  // A panel that a link to a job opened has the form of that job.
  const [openedWith] = useState(run.jobId);
  const { data: job, isPending } = run.job.job;
  if (openedWith !== null && openedWith === run.jobId && isPending)
    return <LoadingRows rows={5} height={48} />;
  return (
    <>
      <AnalysisForm capabilities={capabilities} run={run} initial={openedWith !== null && job ? job : null} />
      {run.jobId !== null ? <JobState run={run} /> : null}
      {run.result ? (
        <ResultView key={run.jobId ?? 'direct'} result={run.result} run={run} capabilities={capabilities} />
      ) : null}
    </>
  );
}
