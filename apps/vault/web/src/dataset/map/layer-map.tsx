import { useMemo } from 'react';
import { Select } from '@mantine/core';
import { t, useUrlState } from '@cairn/ui';
import { MapView, type Bbox, type MapLayer, type MapViewState } from '@cairn/ui/map';
import { useDetails } from './use-details.tsx';
import { useMapView } from './use-map-view.ts';
import type { VectorMapProps } from './types.ts';
import styles from '../dataset.module.css';

interface LayerMapProps extends VectorMapProps {
  layer: MapLayer | undefined;
  /** Attributes by which the layer can be coloured. */
  attributes: string[];
  extent: Bbox | undefined;
  /** How much of the layer is shown. */
  note: string;
  busy: boolean;
  onView: (bounds: Bbox, view: MapViewState) => void;
}

/** One layer on the map, its selected feature, and the choice of colour. */
export function LayerMap(props: LayerMapProps) {
  const { metadata, layer, extent, note, busy, focus, onView } = props;
  const [selected, select] = useUrlState('feature');
  const { initialView, reportView } = useMapView(onView);
  const details = useDetails(props, selected);
  const layers = useMemo(() => (layer ? [layer] : []), [layer]);
  return (
    <div className={styles.mapBlock} aria-busy={busy}>
      <MapView
        label={t('dataset.mapLabel', { title: metadata.title })}
        height="var(--map-height)"
        layers={layers}
        extent={extent}
        selectedId={selected || null}
        details={details}
        focus={focus}
        onFeatureClick={(hit) => select(hit ? String(hit.id) : '')}
        initialView={initialView}
        onViewChange={reportView}
      />
      <div className={styles.mapFoot}>
        <p role="status" data-testid="preview-note">
          {note}
        </p>
        <Choices {...props} />
      </div>
    </div>
  );
}

function Choices({ attributes }: LayerMapProps) {
  const [color, setColor] = useUrlState('color');
  return (
    <div className={styles.choices}>
      {attributes.length > 0 ? (
        <Select
          size="xs"
          label={t('dataset.colorBy')}
          placeholder={t('dataset.oneColor')}
          data={attributes}
          value={color || null}
          clearable
          clearButtonProps={{ 'aria-label': t('dataset.oneColor') }}
          searchable={attributes.length > 10}
          onChange={(value) => setColor(value ?? '')}
        />
      ) : null}
    </div>
  );
}
