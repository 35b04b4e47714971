import { useMemo } from 'react';
import type { FeatureCollection } from 'geojson';
import { Alert, Skeleton } from '@mantine/core';
import { sentenceOf, t, useApi } from '@cairn/ui';
import { MapView, type Bbox, type MapLayer } from '@cairn/ui/map';
import { vault, type Version } from '../../client.ts';
import styles from './crs.module.css';

interface CrsMapProps {
  version: Version;
  layer: string;
  srid: number | null;
}

/** Smallest extent of the map, in degrees: closer in, its background has too little detail to recognise the place. */
const MIN_EXTENT = { width: 14, height: 8 };

function withSurroundings([west, south, east, north]: Bbox): Bbox {
  const x = Math.max(0, (MIN_EXTENT.width - (east - west)) / 2);
  const y = Math.max(0, (MIN_EXTENT.height - (north - south)) / 2);
  return [west - x, Math.max(-85, south - y), east + x, Math.min(85, north + y)];
}

/** Where the data would be in a coordinate system. */
export function CrsMap({ version, layer, srid }: CrsMapProps) {
  const { dataset: name, version: number } = version;
  const { data, error } = useApi(
    ['crs-preview', version.id, layer, srid],
    (signal) =>
      vault.GET('/datasets/{name}/versions/{version}/crs/{srid}', {
        params: {
          path: { name, version: number, srid: srid ?? 0 },
          query: layer ? { layer } : {},
        },
        signal,
      }),
    { enabled: srid !== null, staleTime: Infinity, keepPrevious: false },
  );
  const layers = useMemo<MapLayer[]>(
    () =>
      data
        ? [
            {
              id: `crs-${data.srid}`,
              title: data.name,
              data: data.features as unknown as FeatureCollection,
              fill: 0.25,
            },
          ]
        : [],
    [data],
  );
  return (
    <div className={styles.preview}>
      {srid === null ? <p className={styles.quiet}>{t('crs.choose')}</p> : null}
      {error ? (
        <Alert color="red" role="alert">
          {sentenceOf(error)}
        </Alert>
      ) : null}
      {srid !== null && !data && !error ? (
        <Skeleton height={260} role="status" aria-label={t('dataset.loadingMap')} />
      ) : null}
      {data && !data.bbox ? <p className={styles.quiet}>{t('crs.empty')}</p> : null}
      {data?.bbox ? (
        <>
          {data.in_area ? null : (
            <Alert color="yellow" role="status" mb="xs">
              {t('crs.outside', { area: data.area ?? '' })}
            </Alert>
          )}
          <MapView
            key={data.srid}
            label={t('crs.preview')}
            height={260}
            layers={layers}
            extent={withSurroundings(data.bbox as Bbox)}
            selectedId={null}
            controls="zoom"
          />
        </>
      ) : null}
    </div>
  );
}
