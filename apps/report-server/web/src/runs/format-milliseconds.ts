import { formatDuration, formatNumber, t } from '@cairn/ui';

/** A duration with tenths below ten seconds, where they matter. */
export function formatMilliseconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 10
    ? t('runs.seconds', { seconds: formatNumber(Math.round(seconds * 10) / 10) })
    : formatDuration(seconds);
}
