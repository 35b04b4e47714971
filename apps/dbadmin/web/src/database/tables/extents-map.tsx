import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import type { FeatureCollection, Polygon } from 'geojson';
import { formatNumber, t, useApi } from '@cairn/ui';
import { MapView, type Bbox, type MapFocus } from '@cairn/ui/map';
import { dbadmin, type Extent } from '../../client.ts';
import { databaseKey } from '../../query-keys.ts';
import { tableKey } from './columns.tsx';
import styles from './tables.module.css';

interface ExtentsMapProps {
  databaseId: number;
  schema: string;
  /** Key of the selected table; empty for none. */
  selected: string;
  onSelect: (key: string) => void;
}

const HEIGHT = 340;

/** The extents of tables with geometry on a map, one box each. */
export function ExtentsMap({ databaseId, schema, selected, onSelect }: ExtentsMapProps) {
  const query = schema === '' ? {} : { schema };
  const extents = useApi(
    [...databaseKey(databaseId), 'extents', schema],
    (signal) =>
      dbadmin.GET('/api/databases/{id}/extents', { params: { path: { id: databaseId }, query }, signal }),
    { staleTime: 60_000 },
  );
  const located = useMemo(() => (extents.data ?? []).filter(hasExtent), [extents.data]);
  const layers = useMemo(
    () => [{ id: 'extents', title: t('tables.extents'), data: boxesOf(located), fill: 0.05 }],
    [located],
  );
  const focus = useMemo<MapFocus | null>(() => {
    const extent = located.find((each) => keyOf(each) === selected);
    return extent ? { bounds: extent.extent } : null;
  }, [located, selected]);
  const unknown = (extents.data?.length ?? 0) - located.length;
  if (extents.isPending) return <Skeleton height={HEIGHT} radius="md" />;
  if (extents.error) return <p className={styles.note}>{extents.error.message}</p>;
  if (located.length === 0) return <p className={styles.note}>{t('tables.noExtents')}</p>;
  return (
    <div>
      <MapView
        label={t('tables.mapLabel')}
        height={HEIGHT}
        layers={layers}
        selectedId={selected || null}
        focus={focus}
        onFeatureClick={(feature) => onSelect(feature ? String(feature.id) : '')}
      />
      <p className={styles.note}>
        {t('tables.estimated')}{' '}
        {unknown > 0 ? t('tables.unknownExtents', { count: unknown, number: formatNumber(unknown) }) : ''}
      </p>
    </div>
  );
}

type Located = Extent & { extent: Bbox };

function keyOf({ schema, table }: Extent): string {
  return tableKey({ schema, name: table });
}

function hasExtent(each: Extent): each is Located {
  return each.extent !== null && each.extent.length === 4;
}

/** The largest boxes first, so that small ones are drawn on top and can be clicked. */
function boxesOf(extents: Located[]): FeatureCollection {
  const area = ({ extent: [west, south, east, north] }: Located) => (east - west) * (north - south);
  return {
    type: 'FeatureCollection',
    features: [...extents]
      .sort((a, b) => area(b) - area(a))
      .map((each) => ({
        type: 'Feature',
        id: keyOf(each),
        properties: { name: `${each.schema}.${each.table}`, column: each.column },
        geometry: boxOf(each.extent),
      })),
  };
}

/** The box of a point or a line has no area; it is widened a little to be visible. */
function boxOf([west, south, east, north]: Bbox): Polygon {
  const [dx, dy] = [east === west ? 0.001 : 0, north === south ? 0.001 : 0];
  const [w, s, e, n] = [west - dx, south - dy, east + dx, north + dy];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [w, s],
        [e, s],
        [e, n],
        [w, n],
        [w, s],
      ],
    ],
  };
}
