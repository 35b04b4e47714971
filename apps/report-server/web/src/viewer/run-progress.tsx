import { t } from '@cairn/ui';
import { Progress, Text } from '@mantine/core';

/** What a run does right now, and how far it is. */
export function RunProgress({ progress, stage }: { progress: number; stage: string }) {
  return (
    <>
      <Text role="status">{stage || t('viewer.waiting')}</Text>
      <Progress.Root w="100%">
        <Progress.Section value={progress} animated aria-label={t('viewer.progress')} />
      </Progress.Root>
    </>
  );
}
