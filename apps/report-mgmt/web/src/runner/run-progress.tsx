import { Loader, Text } from '@mantine/core';
import { formatBytes, formatDuration, t, useSeconds } from '@cairn/ui';

/** How long a run has taken so far, and how much of its document has arrived. */
export function RunProgress({ bytes }: { bytes: number }) {
  const seconds = useSeconds();
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
