import { Button, Group, Stack } from '@mantine/core';
import type { Template } from '@cairn/report-engine/browser';
import { LazyModal, RelativeTime, t } from '@cairn/ui';
import type { Report } from '../../library/types.ts';
import { DifferenceList } from '../versions/difference-list.tsx';

interface Props {
  /** The report as someone else saved it; null while there is no such conflict. */
  current: Report | null;
  mine: Template;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Someone saved another version since this one was opened: the person decides, having seen the differences. */
export function StaleDialog({ current, mine, onKeepMine, onTakeTheirs, onClose }: Props) {
  return (
    <LazyModal opened={current !== null} onClose={onClose} title={t('save.stale')} size="lg">
      {current?.template ? (
        <Stack>
          <p style={{ margin: 0 }}>
            {t('save.staleText', { version: current.version })} <RelativeTime value={current.updated_at} />
          </p>
          <h3>{t('save.staleDifferences')}</h3>
          <DifferenceList before={current.template} after={mine} />
          <Group justify="flex-end" gap={8}>
            <Button variant="subtle" color="gray" onClick={onClose}>
              {t('save.goOn')}
            </Button>
            <Button variant="default" onClick={onTakeTheirs}>
              {t('save.takeTheirs')}
            </Button>
            <Button onClick={onKeepMine}>{t('save.keepMine')}</Button>
          </Group>
        </Stack>
      ) : null}
    </LazyModal>
  );
}
