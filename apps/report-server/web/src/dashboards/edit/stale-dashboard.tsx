import { Button, Group, Stack } from '@mantine/core';
import { LazyModal, RelativeTime, t } from '@cairn/ui';
import { titleOf } from '../show/widget-content.ts';
import type { Dashboard, DashboardContent } from '../types.ts';

interface StaleDashboardProps {
  /** The dashboard as someone else saved it; null while there is no such conflict. */
  current: Dashboard | null;
  mine: DashboardContent;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onClose: () => void;
}

/** Someone saved the dashboard since it was opened: the person decides which of the two stays. */
export function StaleDashboard({ current, mine, onKeepMine, onTakeTheirs, onClose }: StaleDashboardProps) {
  return (
    <LazyModal opened={current !== null} onClose={onClose} title={t('edit.stale')} size="lg">
      {current ? (
        <Stack>
          <p style={{ margin: 0 }}>
            {t('edit.staleText')} <RelativeTime value={current.updated_at} />
          </p>
          <p style={{ margin: 0 }}>
            {t('edit.theirs', { title: current.title, list: titlesOf(current) })}
            <br />
            {t('edit.mine', { title: mine.title, list: titlesOf(mine) })}
          </p>
          <Group justify="flex-end" gap={8}>
            <Button variant="subtle" color="gray" onClick={onClose}>
              {t('edit.goOn')}
            </Button>
            <Button variant="default" onClick={onTakeTheirs}>
              {t('edit.takeTheirs')}
            </Button>
            <Button onClick={onKeepMine}>{t('edit.keepMine')}</Button>
          </Group>
        </Stack>
      ) : null}
    </LazyModal>
  );
}

function titlesOf(content: DashboardContent): string {
  return content.layout.map((item) => titleOf(content, item)).join(', ') || t('edit.nothing');
}
