import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { ErrorState, formatNumber, t } from '@cairn/ui';
import { MapView, type MapImage } from '@cairn/ui/map';
import { retryUntilPrepared } from '../retry-until-prepared.ts';
import type { DatasetTabProps } from '../types.ts';
import { cornersOf, fetchPicture, PICTURE_WIDTH } from './preview.ts';
import { rasterLegend } from './raster-legend.ts';
import { useMapView } from './use-map-view.ts';
import styles from '../dataset.module.css';

/** The image of a raster on the map, or alone when it is not georeferenced. */
export function RasterMap({ metadata, version: shown, technical: facts }: DatasetTabProps) {
  const { title } = metadata;
  const technical = facts.data;
  const { dataset, version } = shown;
  const picture = useQuery({
    queryKey: ['picture', dataset, version],
    queryFn: ({ signal }) => fetchPicture({ dataset, version }, signal),
    staleTime: Infinity,
    ...retryUntilPrepared,
  });
  const { initialView, reportView } = useMapView();
  const images = useMemo<MapImage[]>(() => {
    if (!picture.data?.bounds) return [];
    const { url, bounds } = picture.data;
    return [
      {
        id: `${dataset}:${version}`,
        title,
        url,
        corners: cornersOf(bounds),
        legend: rasterLegend(technical),
      },
    ];
  }, [picture.data, dataset, version, title, technical]);
  if (picture.error) return <ErrorState error={picture.error} retry={() => void picture.refetch()} />;
  if (!picture.data) {
    return <Skeleton className={styles.mapSkeleton} role="status" aria-label={t('dataset.loadingMap')} />;
  }
  if (!picture.data.bounds)
    return (
      <PlainPicture title={title} url={picture.data.url} georeferenced={technical?.extent !== undefined} />
    );
  return (
    <div className={styles.mapBlock}>
      <MapView
        label={t('dataset.mapLabel', { title })}
        height="var(--map-height)"
        images={images}
        extent={picture.data.bounds}
        initialView={initialView}
        onViewChange={reportView}
      />
      <div className={styles.mapFoot}>
        <p data-testid="preview-note">{t('dataset.rasterNote', { width: formatNumber(PICTURE_WIDTH) })}</p>
      </div>
    </div>
  );
}

interface PlainPictureProps {
  title: string;
  url: string;
  /** Only the coordinate system is missing, which the page says already. */
  georeferenced: boolean;
}

function PlainPicture({ title, url, georeferenced }: PlainPictureProps) {
  return (
    <div className={styles.mapBlock}>
      {georeferenced ? null : (
        <Alert color="gray" icon={<IconMapPinOff size={18} aria-hidden />}>
          {t('dataset.ungeoreferenced')}
        </Alert>
      )}
      <img className={styles.picture} src={url} alt={t('dataset.pictureOf', { title })} />
    </div>
  );
}
