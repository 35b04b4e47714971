import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, ImageSource, LayerSpecification, Map as MapLibre } from 'maplibre-gl';
import { COAST_LAYER, LABEL_LAYER } from './basemap.ts';
import type { LayerColoring } from './classify.ts';
import { boxFeature, centreOf } from './geometry.ts';
import { dataLayers, syncSource } from './layer-source.ts';
import { lineWidth, markColor, selected } from './marks.ts';
import { SELECTION } from './colors.ts';
import type { Bbox, MapImage, MapItem, MapLayer } from './types.ts';

const DATA = 'data:';
const IMAGE = 'image:';
export const ITEMS_SOURCE = 'items';
const RING = 'ring';
const RING_LAYER = 'ring:point';
/** Across. */
const RING_PX = 18;

export interface DrawnLayer {
  layer: MapLayer;
  coloring: LayerColoring;
  visible: boolean;
}

/** Brings the vector layers of the map into line with `drawn`; repainting keeps the data in place. */
export function syncLayers(map: MapLibre, drawn: DrawnLayer[], dark: boolean): void {
  removeMissing(map, DATA, new Set(drawn.map(({ layer }) => layer.id)));
  for (const { layer, coloring, visible } of drawn) {
    const source = sourceOfLayer(layer.id);
    if (!syncSource(map, source, layer)) {
      removeSource(map, source);
      syncSource(map, source, layer);
    }
    for (const spec of dataLayers(source, layer, coloring, dark)) {
      putLayer(map, spec, visible);
      // Points of other layers, which are above all areas, may have been added since.
      if (layer.onTop) map.moveLayer(spec.id);
    }
  }
}

/** Brings the pictures on the map into line with `images`. */
export function syncImages(map: MapLibre, images: MapImage[], shown: (id: string) => number): void {
  removeMissing(map, IMAGE, new Set(images.map(({ id }) => id)));
  for (const { id, url, corners } of images) {
    const source = IMAGE + id;
    const address = new URL(url, document.baseURI).href;
    const existing = map.getSource<ImageSource>(source);
    if (!existing) map.addSource(source, { type: 'image', url: address, coordinates: corners });
    else if (existing.url !== address) existing.updateImage({ url: address, coordinates: corners });
    const paint = { 'raster-opacity': shown(id), 'raster-fade-duration': 0 };
    putLayer(map, { id: `${source}:picture`, type: 'raster', source, paint }, shown(id) > 0);
  }
}

/** Brings the outlines of `items` up to date; the number of a feature is its place in the list. */
export function syncItems(map: MapLibre, items: MapItem[], color: string, dark: boolean): void {
  const data: FeatureCollection = {
    type: 'FeatureCollection',
    features: items.map((item, i) => boxFeature(item.bbox, i, { title: item.title })),
  };
  const existing = map.getSource<GeoJSONSource>(ITEMS_SOURCE);
  if (existing) existing.setData(data);
  else if (items.length > 0) map.addSource(ITEMS_SOURCE, { type: 'geojson', data });
  else return;
  const source = ITEMS_SOURCE;
  const fill = {
    'fill-color': markColor(dark, color),
    'fill-opacity': ['case', selected, 0.16, 0.02] as never,
  };
  putLayer(map, { id: 'items:areas', type: 'fill', source, paint: fill }, true);
  const line = { 'line-color': markColor(dark, color), 'line-width': lineWidth(1.5) };
  putLayer(map, { id: 'items:lines', type: 'line', source, paint: line }, true);
}

/** Draws a ring around the selected feature while it is small: tiles may omit it in dense areas. */
export function syncRing(map: MapLibre, bounds: Bbox | null, dark: boolean): void {
  const coordinates = centreOf(bounds);
  const data: FeatureCollection = {
    type: 'FeatureCollection',
    features: coordinates
      ? [{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } }]
      : [],
  };
  const existing = map.getSource<GeoJSONSource>(RING);
  if (existing) existing.setData(data);
  else if (bounds) map.addSource(RING, { type: 'geojson', data });
  else return;
  const paint = {
    'circle-radius': RING_PX / 2,
    'circle-opacity': 0,
    'circle-stroke-width': 3,
    'circle-stroke-color': dark ? SELECTION.dark : SELECTION.light,
  };
  putLayer(map, { id: RING_LAYER, type: 'circle', source: RING, paint }, true);
  if (bounds) map.setLayerZoomRange(RING_LAYER, 0, zoomWhere(bounds, RING_PX));
}

/** The zoom level at which a box is as large as so many pixels: the world has 512 of them at level 0. */
function zoomWhere([west, south, east, north]: Bbox, pixels: number): number {
  const degrees = Math.max(east - west, north - south, 1e-9);
  return Math.max(0.1, Math.min(24, Math.log2((pixels * 360) / (512 * degrees))));
}

/** The layers that answer to a click, topmost kinds first. */
export function clickableLayers(map: MapLibre): string[] {
  return map.getLayersOrder().filter((id) => id.startsWith(DATA) || id.startsWith(`${ITEMS_SOURCE}:`));
}

export function layerIdOfSource(source: string): string | null {
  return source.startsWith(DATA) ? source.slice(DATA.length) : null;
}

export function sourceOfLayer(layerId: string): string {
  return DATA + layerId;
}

function putLayer(map: MapLibre, spec: LayerSpecification, visible: boolean): void {
  if (!map.getLayer(spec.id)) map.addLayer(spec, layerAbove(map, spec.type));
  else if ('filter' in spec) map.setFilter(spec.id, spec.filter);
  for (const [property, value] of Object.entries(spec.paint ?? {})) {
    map.setPaintProperty(spec.id, property as never, value as never);
  }
  map.setLayoutProperty(spec.id, 'visibility', visible ? 'visible' : 'none');
}

/** Images are drawn below coasts, lines and polygons below labels, points on top. */
function layerAbove(map: MapLibre, type: LayerSpecification['type']): string | undefined {
  const above = type === 'raster' ? COAST_LAYER : type === 'circle' ? null : LABEL_LAYER;
  return above && map.getLayer(above) ? above : undefined;
}

function removeMissing(map: MapLibre, prefix: string, keep: Set<string>): void {
  const sources = Object.keys(map.getStyle().sources).filter((id) => id.startsWith(prefix));
  for (const source of sources) {
    if (!keep.has(source.slice(prefix.length))) removeSource(map, source);
  }
}

function removeSource(map: MapLibre, source: string): void {
  for (const id of map.getLayersOrder()) if (map.getLayer(id)?.source === source) map.removeLayer(id);
  map.removeSource(source);
}
