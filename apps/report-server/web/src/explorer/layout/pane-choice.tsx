import { Button, Group } from '@mantine/core';
import { IconChartBar, IconMap, IconTable } from '@tabler/icons-react';
import { t } from '@cairn/ui';
import { PANES, type Pane } from '../state/address.ts';
import { useExplorer } from '../state/explorer-context.tsx';

const ICONS = { map: IconMap, chart: IconChartBar, table: IconTable } as const;

/** Which of map, chart and table are shown. */
export function PaneChoice() {
  const { change } = useExplorer();
  const { shown, possible } = usePanes();
  const toggle = (pane: Pane) => {
    const next = PANES.filter((each) => (each === pane ? !shown.includes(pane) : shown.includes(each)));
    const isAll = next.length === possible.length;
    if (next.length > 0) change({ show: isAll ? '' : next.join(',') });
  };
  return (
    <Group gap={4} role="group" aria-label={t('layout.panes')}>
      {possible.map((pane) => {
        const Icon = ICONS[pane];
        const isShown = shown.includes(pane);
        return (
          <Button
            key={pane}
            size="xs"
            variant={isShown ? 'light' : 'default'}
            aria-pressed={isShown}
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => toggle(pane)}
          >
            {t(`layout.${pane}`)}
          </Button>
        );
      })}
    </Group>
  );
}

/** The views that are shown, and those that this table can have: no map without a geometry. */
export function usePanes(): { shown: Pane[]; possible: Pane[] } {
  const { source, state } = useExplorer();
  const isSpatial = source.metadata.geometry.length > 0;
  const possible = PANES.filter((pane) => pane !== 'map' || isSpatial);
  const shown = state.panes?.filter((pane) => possible.includes(pane)) ?? [];
  return { possible, shown: shown.length > 0 ? shown : possible };
}
