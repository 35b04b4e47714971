import type { ReactNode } from 'react';
import { Splitter } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { t } from '@cairn/ui';
import type { Layout } from './layout.ts';
import styles from './split.module.css';

interface SplitViewProps {
  layout: Layout;
  map: ReactNode;
  /** Next to the map, or below it in narrow windows. */
  children: ReactNode;
}

const MAP_PERCENT = 45;
const LEAST_PERCENT = 20;

/** Map and table with a divider that is dragged or moved by arrow keys; the browser remembers where it was left. */
export function SplitView({ layout, map, children }: SplitViewProps) {
  const beside = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const orientation = beside ? 'horizontal' : 'vertical';
  const [percent, setPercent] = useLocalStorage({
    key: `cairn-dataset-map-${orientation}`,
    defaultValue: MAP_PERCENT,
    getInitialValueInEffect: false,
  });
  const share = Math.min(100 - LEAST_PERCENT, Math.max(LEAST_PERCENT, Number(percent) || MAP_PERCENT));
  return (
    <Splitter
      orientation={orientation}
      sizes={[share, 100 - share]}
      onSizeChange={([next]) => setPercent(Math.round(Number.parseFloat(String(next)) * 10) / 10)}
      step={2}
      lineSize={20}
      handleColor="transparent"
      classNames={{ root: styles.root, handle: styles.handle, pane: styles.pane }}
      attributes={{ handle: { 'aria-label': t('dataset.layout.divider') } }}
      mod={{ layout }}
    >
      <Splitter.Pane defaultSize={MAP_PERCENT} min={LEAST_PERCENT} hidden={layout === 'table'}>
        {layout === 'table' ? null : map}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={100 - MAP_PERCENT} min={LEAST_PERCENT} hidden={layout === 'map'}>
        {layout === 'map' ? null : children}
      </Splitter.Pane>
    </Splitter>
  );
}
