import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import { useComputedColorScheme } from '@mantine/core';
import { tui } from '../i18n.ts';
import { classesOf, colorLayer } from './classify.ts';
import { FeaturePanel } from './feature-panel.tsx';
import { FitButton } from './fit-button.tsx';
import { boundsOf, featureKey, unionBounds } from './geometry.ts';
import { ItemsPanel } from './items-panel.tsx';
import { legendNumber } from './legend-number.ts';
import { LegendStrip } from './legend-strip.tsx';
import { LayerPanel } from './layer-panel.tsx';
import { MapProblemNote } from './map-problem.tsx';
import { StatusBar } from './status-bar.tsx';
import { useFit, useFocus, useReveal } from './use-fit.ts';
import { HoverName } from './hover-name.tsx';
import { useMap } from './use-map.ts';
import { useOverlays } from './use-overlays.ts';
import { usePicking, type Picked } from './use-picking.ts';
import { useViewReport } from './use-view-report.ts';
import type {
  Bbox,
  FeatureDetails,
  FeatureHit,
  FeatureId,
  MapImage,
  MapItem,
  MapLayer,
  MapViewProps,
  ValueClasses,
} from './types.ts';
import styles from './map.module.css';

const noLayers: MapLayer[] = [];
const noImages: MapImage[] = [];
const noItems: MapItem[] = [];

/** The map itself; `MapView` loads it when it is first shown. */
export function MapCanvas(props: MapViewProps) {
  const { layers = noLayers, images = noImages, items = noItems, label, initialView, controls } = props;
  const dark = useComputedColorScheme('light') === 'dark';
  const container = useRef<HTMLDivElement>(null);
  const hint = useId();
  const { map, problem } = useMap(container, {
    label,
    describedBy: hint,
    dark,
    initialView,
    controls: controls !== 'none',
  });
  useHandOver(map, props.onMap);

  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [opacities, setOpacities] = useState<Readonly<Record<string, number>>>({});
  const opacity = useCallback(
    (id: string) => (hidden.has(id) ? 0 : (opacities[id] ?? 1)),
    [hidden, opacities],
  );
  const drawn = useDrawnLayers(layers, hidden, dark);

  const [ownSelection, setOwnSelection] = useState<FeatureId | null>(null);
  const [under, setUnder] = useState<MapItem[]>(noItems);
  const selectedId = props.selectedId === undefined ? ownSelection : props.selectedId;
  const isKnown = props.details?.properties !== undefined;
  const selected = useMemo(() => findFeature(layers, selectedId, isKnown), [layers, selectedId, isKnown]);

  const select = ({ hit, items: found }: Picked) => {
    setOwnSelection(hit?.id ?? found[0]?.id ?? null);
    setUnder(found);
    props.onFeatureClick?.(hit);
  };
  const letGo = () => {
    select({ hit: null, items: [] });
    map?.getCanvas().focus();
  };

  const bounds = useSelectedBounds(selected, props.details);
  const ring = selected?.feature.geometry ? null : bounds;
  useOverlays(map, { drawn, images, opacity, items, selectedId, ring, dark });
  usePicking(map, { layers, items, onPick: select });
  useViewReport(map, props.onViewChange);
  const extent = useExtent(props);
  // A layer on top of the data is looked at where the map is.
  const below = layers.filter(({ onTop }) => !onTop);
  const subject = [props.extent?.join(), ...[...below, ...images].map(({ id }) => id), items.length].join(
    '|',
  );
  const fit = useFit(map, { extent, subject, initialView, closest: props.closest });
  useReveal(map, bounds);
  useFocus(map, props.focus);

  return (
    <div
      className={styles.frame}
      style={{ height: props.height ?? 'clamp(340px, 62vh, 720px)' }}
      data-cairn-map
    >
      <div className={styles.stage}>
        <div ref={container} className={styles.canvas} data-map-state="busy" />
        <span className={styles.cross} aria-hidden />
        {controls || props.legend === 'strip' ? null : (
          <LayerPanel
            drawn={drawn}
            images={images}
            opacity={opacity}
            onToggle={(id) => setHidden((before) => toggled(before, id))}
            onOpacity={(id, value) => setOpacities((before) => ({ ...before, [id]: value }))}
          />
        )}
        {map && extent && controls !== 'none' ? <FitButton onClick={fit} /> : null}
        {selected && !controls ? (
          <FeaturePanel hit={selected} details={props.details} onClose={letGo} />
        ) : null}
        {!selected && under.length > 0 ? (
          <ItemsPanel items={under} onOpen={props.onItemClick} onClose={letGo} />
        ) : null}
        <HoverName map={map} layers={layers} />
        <MapProblemNote problem={problem} images={images} />
      </div>
      <p id={hint} className={styles.unseen}>
        {tui('map.keyboardHint')}
      </p>
      {props.legend === 'strip' ? <LegendStrip drawn={drawn} /> : null}
      {controls ? null : <StatusBar map={map} />}
    </div>
  );
}

function useHandOver(map: MapLibre | null, onMap: MapViewProps['onMap']): void {
  useEffect(() => {
    if (!map || !onMap) return undefined;
    onMap(map);
    return () => onMap(null);
  }, [map, onMap]);
}

function useDrawnLayers(layers: MapLayer[], hidden: ReadonlySet<string>, dark: boolean) {
  const colorings = useMemo(() => {
    return layers.map((layer, layerIndex) =>
      colorLayer({
        attribute: layer.colorBy,
        classes: classesOfLayer(layer),
        palette: layer.palette,
        layerIndex,
        ownColor: layer.color,
        dark,
        formatNumber: legendNumber,
        otherLabel: tui('map.other'),
      }),
    );
  }, [layers, dark]);
  return useMemo(
    () =>
      layers.flatMap((layer, i) => {
        const coloring = colorings[i];
        return coloring ? [{ layer, coloring, visible: !hidden.has(layer.id) }] : [];
      }),
    [layers, colorings, hidden],
  );
}

function classesOfLayer(layer: MapLayer): ValueClasses | null {
  if (layer.palette) return null;
  if ('tiles' in layer) return layer.classes ?? null;
  return layer.colorBy ? classesOf(layer.data.features, layer.colorBy) : null;
}

/** Bounds of the selected feature, to bring it into view. */
function useSelectedBounds(selected: FeatureHit | null, details: FeatureDetails | undefined): Bbox | null {
  const feature = selected?.feature;
  return useMemo(
    () => (feature ? (details?.bounds ?? boundsOf([feature])) : null),
    [feature, details?.bounds],
  );
}

function useExtent({
  extent,
  layers = noLayers,
  images = noImages,
  items = noItems,
}: MapViewProps): Bbox | null {
  return useMemo(
    () =>
      extent ??
      unionBounds([
        ...layers.map((layer) => ('tiles' in layer ? layer.tiles.bounds : boundsOf(layer.data.features))),
        ...images.map(({ corners }) => cornersBounds(corners)),
        ...items.map(({ bbox }) => bbox),
      ]),
    [extent, layers, images, items],
  );
}

function cornersBounds(corners: MapImage['corners']): Bbox {
  const x = corners.map(([lng]) => lng);
  const y = corners.map(([, lat]) => lat);
  return [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];
}

function findFeature(layers: MapLayer[], id: FeatureId | null, isKnown: boolean): FeatureHit | null {
  if (id === null) return null;
  for (const layer of layers) {
    if ('tiles' in layer) continue;
    const at = layer.data.features.findIndex((feature, i) => String(featureKey(feature, i)) === String(id));
    const feature = layer.data.features[at];
    if (feature) return { layerId: layer.id, id, feature };
  }
  // What the map does not hold, the page may still know: a feature of a tile, or one that is not drawn yet.
  const layer = layers.find((each) => isKnown || 'tiles' in each);
  const feature = { type: 'Feature', id, geometry: null, properties: null } as never;
  return layer ? { layerId: layer.id, id, feature } : null;
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}
