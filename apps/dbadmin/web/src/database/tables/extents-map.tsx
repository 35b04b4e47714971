import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import type { FeatureCollection, Polygon } from 'geojson';
import { formatNumber, t, useApi } from '@cairn/ui';
import { MapView, type Bbox, type MapFocus } from '@cairn/ui/map';
import { dbadmin, type Extent } from '../../client.ts';
import { databaseKey } from '../../query-keys.ts';
import { tableKey } from './table-key.ts';
import styles from './tables.module.css';

interface ExtentsMapProps {
  databaseId: number;
  schema: string;
  /** Key of the table that is picked out; empty for none. */
  picked: string;
  onPick: (key: string) => void;
}

const HEIGHT = 340;

/** Where on earth the tables with geometry lie, a box each. */
export function ExtentsMap({ databaseId, schema, picked, onPick }: ExtentsMapProps) {
  const query = schema === '' ? {} : { schema };
  const extents = useApi(
    [...databaseKey(databaseId), 'extents', schema],
    (signal) =>
      dbadmin.GET('/api/databases/{id}/extents', { params: { path: { id: databaseId }, query }, signal }),
    { staleTime: 60_000 },
  );
  const known = useMemo(() => (extents.data ?? []).filter(hasExtent), [extents.data]);
  const layers = useMemo(
    () => [{ id: 'extents', title: t('tables.extents'), data: boxesOf(known), fill: 0.05 }],
    [known],
  );
  const focus = useMemo<MapFocus | null>(() => {
    const found = known.find((each) => tableKey({ schema: each.schema, name: each.table }) === picked);
    return found ? { bounds: found.extent } : null;
  }, [known, picked]);
  const unknown = (extents.data?.length ?? 0) - known.length;
  if (extents.isPending) return <Skeleton height={HEIGHT} radius="md" />;
  if (extents.error) return <p className={styles.note}>{extents.error.message}</p>;
  if (known.length === 0) return <p className={styles.note}>{t('tables.noExtents')}</p>;
  return (
    <div>
      <MapView
        label={t('tables.mapLabel')}
        height={HEIGHT}
        layers={layers}
        selectedId={picked || null}
        focus={focus}
        onFeatureClick={(hit) => onPick(hit ? String(hit.id) : '')}
      />
      <p className={styles.note}>
        {t('tables.estimated')}{' '}
        {unknown > 0 ? t('tables.unknownExtents', { count: unknown, number: formatNumber(unknown) }) : ''}
      </p>
    </div>
  );
}

type Located = Extent & { extent: Bbox };

function hasExtent(each: Extent): each is Located {
  return each.extent !== null && each.extent.length === 4;
}

/** The widest boxes first, so that small ones lie on top and can be clicked. */
function boxesOf(extents: Located[]): FeatureCollection {
  const area = ({ extent: [west, south, east, north] }: Located) => (east - west) * (north - south);
  return {
    type: 'FeatureCollection',
    features: [...extents]
      .sort((a, b) => area(b) - area(a))
      .map((each) => ({
        type: 'Feature',
        id: tableKey({ schema: each.schema, name: each.table }),
        properties: { name: `${each.schema}.${each.table}`, column: each.column },
        geometry: boxOf(each.extent),
      })),
  };
}

/** A point or a line has a box without an area: it is given a little, to be seen. */
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
