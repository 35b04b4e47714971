import { formatDuration, formatNumber, t } from '@cairn/ui';

/** A duration with tenths below ten seconds, where they matter. */
export function formatMilliseconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (milliseconds > 0 && milliseconds < 100) return t('history.instant');
  return seconds < 10
    ? t('history.seconds', { seconds: formatNumber(Math.round(seconds * 10) / 10) })
    : formatDuration(seconds);
}
