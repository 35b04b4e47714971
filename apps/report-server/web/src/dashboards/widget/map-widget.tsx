import { useMemo, useState } from 'react';
import { EmptyState, sentenceOf, t } from '@cairn/ui';
import { formatView, MapView, parseView, type Bbox } from '@cairn/ui/map';
import { useClasses } from '../../explorer/map/use-classes.ts';
import { usePickedRow } from '../../explorer/map/use-picked-row.tsx';
import { useTileLayer } from '../../explorer/map/use-tile-layer.ts';
import { useExplorer } from '../../explorer/state/explorer-context.tsx';
import { useWidget } from './widget-context.ts';
import styles from './widget.module.css';

/** The map of a view. A click on a feature describes it, and filters the other widgets by it. */
export function MapWidget() {
  const { source, state, pickRow, change } = useExplorer();
  const { title, at, linked } = useWidget();
  const [geometry] = source.metadata.geometry;
  const classes = useClasses(state.color);
  const layer = useTileLayer(state.color, classes.data ?? undefined, linked);
  const layers = useMemo(() => (layer ? [layer] : []), [layer]);
  const picked = usePickedRow({ canKeep: false });
  // Only where the widget began: later places come from the map itself.
  const [initialView] = useState(() => parseView(at));
  if (!geometry) return <EmptyState title={t('widget.noMap')} text={t('widget.noMapText')} />;
  return (
    <>
      <div className={styles.map}>
        <MapView
          label={t('map.label', { table: title })}
          height="100%"
          legend="strip"
          layers={layers}
          extent={(geometry.extent_wgs84 ?? undefined) as Bbox | undefined}
          selectedId={state.row || null}
          details={picked}
          onFeatureClick={(hit) =>
            pickRow(hit ? String(hit.id) : '', (hit?.feature.properties ?? {}) as Record<string, unknown>)
          }
          initialView={initialView}
          onViewChange={(view, _, byPerson) => {
            if (byPerson) change({ at: formatView(view) });
          }}
        />
      </div>
      {classes.error ? (
        <p className={styles.note} role="status">
          {t('map.noClasses', { reason: sentenceOf(classes.error) })}
        </p>
      ) : null}
    </>
  );
}
