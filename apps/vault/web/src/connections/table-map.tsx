import { Alert, Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { basePath, formatNumber, requestJson, sentenceOf, t, useUrlState } from '@cairn/ui';
import { MapView, type Bbox, type MapFocus, type MapLayer } from '@cairn/ui/map';
import type { PreviewCollection } from '../client.ts';
import { connectionsKey, type NamedTable } from './use-connections.ts';
import styles from './connections.module.css';

const HEIGHT = 320;

/** The features of a table, at most 5,000 of them. */
export function TableMap({ named, focus }: { named: NamedTable; focus: MapFocus | null }) {
  const { connection, schema, table, column } = named;
  const [selected, select] = useUrlState('feature');
  const { data, error } = useQuery({
    queryKey: [...connectionsKey, connection, 'preview', schema, table, column],
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ schema, ...(column ? { geometry_column: column } : {}) });
      const path = `/api/connections/${connection}/table/${encodeURIComponent(table)}/preview?${query}`;
      return requestJson<PreviewCollection>(basePath() + path, { signal });
    },
    retry: false,
    staleTime: 60_000,
  });
  const layers = useMemo<MapLayer[]>(() => (data ? [{ id: table, title: table, data }] : []), [data, table]);
  if (error)
    return (
      <Alert color="yellow" role="status" title={t('connections.noMap')}>
        {sentenceOf(error)}
      </Alert>
    );
  if (!data) return <Skeleton height={HEIGHT} role="status" aria-label={t('connections.loadingMap')} />;
  const shown = { shown: formatNumber(data.returned), total: formatNumber(data.total) };
  return (
    <div>
      <MapView
        label={t('connections.mapOf', { table })}
        height={HEIGHT}
        layers={layers}
        extent={data.bbox as Bbox | undefined}
        selectedId={selected || null}
        focus={focus}
        onFeatureClick={(hit) => select(hit ? String(hit.id) : '')}
      />
      <p className={styles.note} role="status">
        {t(data.complete ? 'connections.allShown' : 'connections.someShown', { count: data.total, ...shown })}
      </p>
    </div>
  );
}
