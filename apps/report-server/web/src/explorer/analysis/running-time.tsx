import { formatDuration, t, useSeconds } from '@cairn/ui';

/** How long an analysis has been running, counted from when this is first shown. */
export function RunningTime() {
  const seconds = useSeconds();
  return <span role="status">{t('analysis.running', { time: formatDuration(seconds) })}</span>;
}
