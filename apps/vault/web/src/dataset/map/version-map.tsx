import { useMemo, type ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { ErrorState, t } from '@cairn/ui';
import { MapView, type Bbox, type MapImage, type MapLayer, type MapViewProps } from '@cairn/ui/map';
import type { TechnicalMetadata, TileJson, Version } from '../../client.ts';
import { NotMappable } from './not-mappable.tsx';
import { cornersOf, fetchPicture } from './preview.ts';
import { rasterLegend } from './raster-legend.ts';
import { useFeatures } from './use-features.ts';
import { useTileJson, useTileLayer } from './use-tiles.ts';
import styles from './version-map.module.css';

interface VersionMapProps extends Pick<
  MapViewProps,
  'extent' | 'focus' | 'initialView' | 'onMap' | 'onViewChange'
> {
  version: Version;
  /** Buttons and scale, or nothing for a second map. */
  controls: 'zoom' | 'none';
  /** The first when empty. */
  layer: string;
  facts: TechnicalMetadata | undefined;
}

/**
 * One version in a quiet colour on a map without lists of its own, whatever kind of data it holds: the ground on which a
 * page draws what it is about.
 */
export function VersionMap(props: VersionMapProps) {
  return props.version.type === 'raster' ? <RasterPane {...props} /> : <VectorPane {...props} />;
}

function RasterPane(props: VersionMapProps) {
  const { version, facts } = props;
  const { dataset, version: number } = version;
  const picture = useQuery({
    queryKey: ['picture', dataset, number],
    queryFn: ({ signal }) => fetchPicture({ dataset, version: number }, signal),
    staleTime: Infinity,
  });
  const images = useMemo<MapImage[]>(() => {
    if (!picture.data?.bounds) return [];
    const { url, bounds } = picture.data;
    const title = t('dataset.version', { version: number });
    return [{ id: `v${number}`, title, url, corners: cornersOf(bounds), legend: rasterLegend(facts) }];
  }, [picture.data, number, facts]);
  if (picture.error) return <ErrorState error={picture.error} retry={() => void picture.refetch()} />;
  if (!picture.data) return <Waiting />;
  if (!picture.data.bounds) {
    const alt = t('dataset.pictureOf', { title: t('dataset.version', { version: number }) });
    return <img className={styles.picture} src={picture.data.url} alt={alt} />;
  }
  return <Pane {...props} extent={props.extent ?? picture.data.bounds} images={images} />;
}

/** All features at once when they are few, else tile by tile, else a sample of those in view. */
function VectorPane(props: VersionMapProps) {
  const { version, layer } = props;
  const shown = useFeatures({ dataset: version.dataset, version: version.version, layer });
  const color = useBackColor();
  const layers = useMemo<MapLayer[]>(
    () => (shown.features ? [{ id: 'version', title: '', color, data: shown.features }] : []),
    [shown.features, color],
  );
  if (shown.error && !shown.features) {
    const status = (shown.error as { status?: number }).status;
    if (status === 422) return <NotMappable sentence={shown.error.message} />;
    return <ErrorState error={shown.error} retry={shown.retry} />;
  }
  if (!shown.features) return <Waiting />;
  const onViewChange: MapViewProps['onViewChange'] = (view, bounds, byPerson) => {
    shown.onView(bounds);
    props.onViewChange?.(view, bounds, byPerson);
  };
  const sample = (
    <Pane {...props} layers={layers} extent={props.extent ?? shown.extent} onViewChange={onViewChange} />
  );
  return shown.large ? <TiledPane {...props} otherwise={sample} /> : sample;
}

function TiledPane({ otherwise, ...props }: VersionMapProps & { otherwise: ReactElement }) {
  const tiles = useTileJson(props.version, props.layer);
  if (tiles.data) return <TilesPane {...props} tileJson={tiles.data} />;
  return tiles.error ? otherwise : <Waiting />;
}

function TilesPane({ tileJson, ...props }: VersionMapProps & { tileJson: TileJson }) {
  const known = props.facts?.layers;
  const facts = known?.find(({ name }) => name === props.layer) ?? known?.[0];
  const layer = useTileLayer(tileJson, facts, { title: '', colorBy: '', classes: undefined });
  const color = useBackColor();
  const layers = useMemo<MapLayer[]>(
    () => (layer ? [{ ...layer, id: 'version', color }] : []),
    [layer, color],
  );
  return <Pane {...props} layers={layers} extent={props.extent ?? (tileJson.bounds as Bbox | undefined)} />;
}

function Pane({ version, layer: _layer, facts: _facts, ...props }: VersionMapProps & MapPart) {
  return (
    <MapView
      {...props}
      label={t('dataset.mapLabel', { title: t('dataset.version', { version: version.version }) })}
      selectedId={null}
      height="100%"
    />
  );
}

/** What did not change stays in the background. */
function useBackColor(): string {
  return useComputedColorScheme('light') === 'dark' ? '#8b918e' : '#7d7a74';
}

type MapPart = Pick<MapViewProps, 'layers' | 'images'>;

function Waiting() {
  return <Skeleton className={styles.waiting} role="status" aria-label={t('dataset.loadingMap')} />;
}
