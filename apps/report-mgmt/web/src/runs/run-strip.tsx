import { t } from '@cairn/ui';
import type { RunStatus } from '../client.ts';
import { RUN_STATUSES } from './status-badge.tsx';
import styles from './run-strip.module.css';

const LENGTH = 30;

interface RunStripProps {
  /** Oldest first. */
  statuses: readonly RunStatus[];
}

/** The last runs as bars: colour and height say how each ended, words say it for all. */
export function RunStrip({ statuses }: RunStripProps) {
  const shown = statuses.slice(-LENGTH);
  if (shown.length === 0) return null;
  const summary = describeRuns(shown);
  return (
    <span role="img" aria-label={summary} title={summary} className={styles.strip}>
      {shown.map((status, at) => (
        <span key={at} data-status={status} />
      ))}
    </span>
  );
}

/** "Last 30 runs: 28 succeeded, 2 failed". */
function describeRuns(statuses: readonly RunStatus[]): string {
  const counts = RUN_STATUSES.map((status) => ({
    status,
    count: statuses.filter((other) => other === status).length,
  })).filter(({ count }) => count > 0);
  const parts = counts.map(({ status, count }) => `${count} ${t(`runs.status.${status}`).toLowerCase()}`);
  return t('runs.strip', { count: statuses.length, parts: parts.join(', ') });
}
