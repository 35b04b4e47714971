import { Skeleton } from '@mantine/core';
import { ErrorState, t, useUrlState } from '@cairn/ui';
import type { Version } from '../../client.ts';
import { useShownLayer } from '../use-shown-layer.ts';
import { FeaturesMap } from './features-map.tsx';
import { NotMappable } from './not-mappable.tsx';
import type { PreviewSubject } from './preview.ts';
import { TilesMap } from './tiles-map.tsx';
import type { VectorMapProps } from './types.ts';
import { useFeatures } from './use-features.ts';
import { useTileJson } from './use-tiles.ts';
import styles from '../dataset.module.css';

/** A layer with more features than this is drawn from tiles. */
const FEW = 5000;

/** The features of a version on the map: all at once when they are few, else tile by tile. */
export function VectorMap(props: VectorMapProps) {
  const { version, technical } = props;
  const { facts } = useShownLayer(props);
  const count = facts?.feature_count ?? (technical.data ? 0 : version.feature_count);
  if (count === undefined && technical.isPending) return <MapSkeleton />;
  return count !== undefined && count > FEW ? <TiledLayer {...props} /> : <WholeLayer {...props} />;
}

function WholeLayer(props: VectorMapProps) {
  const shown = useFeatures(useSubject(props.version));
  if (shown.large) return <TiledLayer {...props} />;
  return <Features {...props} shown={shown} />;
}

function TiledLayer(props: VectorMapProps) {
  const [layer] = useUrlState('layer');
  const tiles = useTileJson(props.version, layer);
  if (tiles.data) return <TilesMap {...props} tileJson={tiles.data} />;
  return tiles.error || tiles.failureCount > 0 ? <SampledLayer {...props} /> : <MapSkeleton />;
}

/** Without tiles, or until they are ready, a sample of the features in view is shown. */
function SampledLayer(props: VectorMapProps) {
  const shown = useFeatures(useSubject(props.version));
  return <Features {...props} shown={shown} />;
}

function Features(props: VectorMapProps & { shown: ReturnType<typeof useFeatures> }) {
  const { features, error, retry } = props.shown;
  if (features) return <FeaturesMap {...props} features={features} />;
  if (!error) return <MapSkeleton />;
  const status = (error as { status?: number }).status;
  return status === 422 ? (
    <NotMappable sentence={error.message} />
  ) : (
    <ErrorState error={error} retry={retry} />
  );
}

function MapSkeleton() {
  return <Skeleton className={styles.mapSkeleton} role="status" aria-label={t('dataset.loadingMap')} />;
}

function useSubject({ dataset, version }: Version): PreviewSubject {
  const [layer] = useUrlState('layer');
  return { dataset, version, layer };
}
