import { useMemo, useState } from 'react';
import type { FeatureCollection } from 'geojson';
import type { Map as MapLibre } from 'maplibre-gl';
import { useComputedColorScheme } from '@mantine/core';
import { t } from '@cairn/ui';
import { MapStatusBar, type Bbox, type MapFocus } from '@cairn/ui/map';
import type { Layer } from '../../client.ts';
import { VersionMap } from '../map/version-map.tsx';
import type { DatasetTabProps } from '../types.ts';
import type { Preview } from './derivation.ts';
import { useSampleOnMap } from './sample-on-map.ts';
import styles from './derive.module.css';

interface PreviewMapProps extends Pick<DatasetTabProps, 'version' | 'technical'> {
  layer: string;
  facts: Layer | undefined;
  preview: Preview | undefined;
  /** A place that the form asks to look at. */
  focus: MapFocus | null;
  onMap: (map: MapLibre | null) => void;
}

/** The layer in a quiet colour, and on it what the new version would hold. */
export function PreviewMap({ version, technical, layer, facts, preview, focus, onMap }: PreviewMapProps) {
  const [map, setMap] = useState<MapLibre | null>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  useSampleOnMap(map, preview?.sample as FeatureCollection | undefined, dark);
  const take = useMemo(
    () => (next: MapLibre | null) => {
      setMap(next);
      onMap(next);
    },
    [onMap],
  );
  return (
    <section aria-label={t('derive.preview.map')}>
      <div className={styles.map}>
        {technical.isPending ? null : (
          <VersionMap
            version={version}
            layer={layer}
            facts={technical.data}
            controls="zoom"
            extent={facts?.extent_wgs84 as Bbox | undefined}
            focus={focus}
            onMap={take}
          />
        )}
      </div>
      <MapStatusBar map={map} />
    </section>
  );
}
