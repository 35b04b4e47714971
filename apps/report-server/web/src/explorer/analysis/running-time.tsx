import { useEffect, useState } from 'react';
import { formatDuration, t } from '@cairn/ui';

/** How long an analysis has been running, counted from when this is first shown. */
export function RunningTime() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - started) / 1000), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span role="status">{t('analysis.running', { time: formatDuration(seconds) })}</span>;
}
