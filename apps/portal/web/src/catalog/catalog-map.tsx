import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { routeInThisApp, t } from '@cairn/ui';
import { MapView, type MapItem } from '@cairn/ui/map';
import type { CatalogItem } from '../client.ts';
import classes from './catalog.module.css';

interface Props {
  items: CatalogItem[];
}

/** The extents of the entries on a map. */
export function CatalogMap({ items }: Props) {
  const navigate = useNavigate();
  const placed = useMemo(() => items.flatMap(toMapItem), [items]);
  const missing = items.length - placed.length;
  function open(item: MapItem) {
    const route = routeInThisApp(item.url);
    if (route === null) window.location.assign(item.url);
    else void navigate(route);
  }
  return (
    <>
      <MapView label={t('catalog.map')} items={placed} onItemClick={open} />
      {missing > 0 && <p className={classes.mapNote}>{t('catalog.notOnMap', { count: missing })}</p>}
    </>
  );
}

function toMapItem(item: CatalogItem): MapItem[] {
  const [west, south, east, north] = item.bbox ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined) return [];
  return [
    { id: `${item.service}/${item.id}`, title: item.title, url: item.url, bbox: [west, south, east, north] },
  ];
}
