import { useState, type CSSProperties } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { useComputedColorScheme } from '@mantine/core';
import { t } from '@cairn/ui';
import { MapStatusBar, type MapFocus } from '@cairn/ui/map';
import { VersionMap } from '../dataset/map/version-map.tsx';
import { useMapView } from '../dataset/map/use-map-view.ts';
import { differenceId, type Difference } from './difference-kinds.ts';
import { useDifferencesOnMap } from './differences-on-map.ts';
import { extentOf, layerIn, type PairFacts } from './compared-layers.ts';
import { SwipeDivider } from './swipe-divider.tsx';
import type { CompareState } from './use-compare-state.ts';
import { useSyncedMaps } from './use-synced-maps.ts';
import styles from './compare.module.css';

interface MapPairProps {
  state: CompareState;
  facts: PairFacts;
  differences: Difference[];
  /** Place of the picked difference in the list; -1 for none. */
  selected: number;
  focus: MapFocus | null;
}

/** Both versions on maps that move together: one over the other with a divider, or side by side. */
export function MapPair({ state, facts, differences, selected, focus }: MapPairProps) {
  const { left, right, layout } = state;
  const [share, setShare] = useState(50);
  const [maps, setMaps] = useState<{ left: MapLibre | null; right: MapLibre | null }>(NO_MAPS);
  const [hand] = useState(() => ({
    left: (map: MapLibre | null) => setMaps((known) => ({ ...known, left: map })),
    right: (map: MapLibre | null) => setMaps((known) => ({ ...known, right: map })),
  }));
  const dark = useComputedColorScheme('light') === 'dark';
  useSyncedMaps(maps.left, maps.right);
  const onPick = (place: number) => {
    const picked = differences[place];
    if (picked) state.change({ feature: differenceId(picked) });
  };
  useDifferencesOnMap(maps.left, { side: 'before', differences, selected, dark, onPick });
  useDifferencesOnMap(maps.right, { side: 'after', differences, selected, dark, onPick });
  const { initialView, reportView } = useMapView();
  const pane = { extent: extentOf(facts), initialView, onViewChange: reportView };
  const known = !facts.left.isPending && !facts.right.isPending;
  const swipes = layout === 'swipe';
  return (
    <section aria-label={t('compare.mapPair')}>
      <div
        className={swipes ? styles.swipe : styles.side}
        style={{ '--share': `${share}%` } as CSSProperties}
        data-compare={layout}
      >
        <div className={styles.left}>
          {known ? (
            <VersionMap
              {...pane}
              version={left}
              layer={layerIn(facts.left.data, state.layer)}
              facts={facts.left.data}
              controls="none"
              onMap={hand.left}
            />
          ) : null}
          <Tag version={left.version} />
        </div>
        <div className={styles.right}>
          {known ? (
            <VersionMap
              {...pane}
              version={right}
              layer={layerIn(facts.right.data, state.layer)}
              facts={facts.right.data}
              controls="zoom"
              focus={focus}
              onMap={hand.right}
            />
          ) : null}
          <Tag version={right.version} />
        </div>
        {swipes && maps.left && maps.right ? (
          <SwipeDivider share={share} onMove={setShare} left={left.version} right={right.version} />
        ) : null}
      </div>
      <div className={styles.status}>
        <MapStatusBar map={maps.right} />
      </div>
    </section>
  );
}

const NO_MAPS = { left: null, right: null };

function Tag({ version }: { version: number }) {
  return <span className={styles.tag}>{t('compare.version', { version })}</span>;
}
