import { Loader, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatBytes, formatDuration, t } from '@cairn/ui';

/** How long a run has taken so far, and how much of its document has arrived. */
export function RunProgress({ bytes }: { bytes: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = performance.now();
    const timer = setInterval(() => setSeconds((performance.now() - started) / 1000), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      <Loader size="sm" aria-hidden />
      <Text role="timer">{t('runner.running', { time: formatDuration(seconds) })}</Text>
      {bytes > 0 ? (
        <Text size="sm" c="dimmed">
          {t('runner.received', { size: formatBytes(bytes) })}
        </Text>
      ) : null}
    </>
  );
}
