import { useMemo, useState } from 'react';
import { useComputedColorScheme } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { islandData, t } from '@cairn/ui';
import { categoricalColors, MapView, type MapLayer } from '@cairn/ui/map';
import type { ShapesMapData, ShapesMapLayer } from '../../../src/features/pages/island-data.ts';
import styles from './islands.module.css';

const HEIGHT = 280;
const CLOSEST = 18;

/** A small map of a few geometries of one row. A page may have many: each is alive while it is in sight. */
export function ShapesMap({ element }: { element: HTMLElement }) {
  const [{ label, layers }] = useState(() => islandData<ShapesMapData>(element));
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const dark = useComputedColorScheme('light') === 'dark';
  const drawn = useMemo(
    () => layers.map((layer): MapLayer => toMapLayer(layer, categoricalColors(dark))),
    [layers, dark],
  );
  return (
    <div ref={ref} className={styles.shapes}>
      <div style={{ minHeight: HEIGHT }}>
        {entry?.isIntersecting ? (
          <MapView label={label} height={HEIGHT} layers={drawn} legend="strip" closest={CLOSEST} />
        ) : null}
      </div>
      {/* the legend names two or more */}
      {layers.length === 1 ? (
        <p className={styles.note}>{t('map.shows', { title: layers[0]?.title })}</p>
      ) : null}
    </div>
  );
}

function toMapLayer({ title, look, features }: ShapesMapLayer, [after, before]: string[]): MapLayer {
  const data = { type: 'FeatureCollection' as const, features };
  return look === 'after'
    ? { id: title, title, data, color: after }
    : { id: title, title, data, color: before, outlined: true, onTop: true };
}
