import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, LayerSpecification, Map as MapLibre, VectorTileSource } from 'maplibre-gl';
import type { LayerColoring } from './classify.ts';
import { geometryKinds, numberFeatures } from './geometry.ts';
import { lineWidth, markColor, outlineFrom, pointOutline } from './marks.ts';
import type { MapLayer, TileLayer } from './types.ts';

const notPoint = ['!=', ['geometry-type'], 'Point'];
const isArea = ['==', ['geometry-type'], 'Polygon'];
const isPoint = ['==', ['geometry-type'], 'Point'];

const FEW_POINTS = ['interpolate', ['linear'], ['zoom'], 0, 2.5, 6, 4, 12, 7] as never;
/** Around a point at the same place. */
const RINGS = ['interpolate', ['linear'], ['zoom'], 0, 5, 6, 7, 12, 10] as never;
const DASHES = [2, 1.5];
/** Crowds are drawn as grains, so that their density shows; close up each is as large as of a few. */
const MANY_POINTS = ['interpolate', ['linear'], ['zoom'], 0, 1.2, 6, 2, 10, 5, 13, 7] as never;

/** Makes the source hold the data of `layer`. False when there is one that cannot be changed to it and has to go first. */
export function syncSource(map: MapLibre, source: string, layer: MapLayer): boolean {
  return 'tiles' in layer ? syncTiles(map, source, layer) : syncFeatures(map, source, layer.data);
}

/** The features that each source shows now: setting the same data again would make the map work for nothing. */
const drawnData = new WeakMap<object, FeatureCollection>();
/** The addresses that each source was created with: its own `tiles` is undefined until MapLibre has loaded it. */
const tileUrls = new WeakMap<object, string>();

function syncFeatures(map: MapLibre, source: string, data: FeatureCollection): boolean {
  const existing = map.getSource<GeoJSONSource>(source);
  if (existing && existing.type !== 'geojson') return false;
  if (!existing) map.addSource(source, { type: 'geojson', data: numberFeatures(data) });
  else if (drawnData.get(existing) !== data) existing.setData(numberFeatures(data));
  drawnData.set(map.getSource(source) as object, data);
  return true;
}

function syncTiles(map: MapLibre, source: string, { tiles, few = false }: TileLayer): boolean {
  const urls = tiles.urls.map(absolute);
  // MapLibre fails on tiles that it prepared for another kind of size.
  const made = `${few} ${urls.join()}`;
  const existing = map.getSource<VectorTileSource>(source);
  if (existing && existing.type !== 'vector') return false;
  if (!existing) {
    map.addSource(source, {
      type: 'vector',
      tiles: urls,
      minzoom: tiles.minZoom,
      maxzoom: tiles.maxZoom,
      ...(tiles.bounds ? { bounds: tiles.bounds } : {}),
    });
    tileUrls.set(map.getSource(source) as object, made);
    return true;
  }
  // MapLibre keeps tiles that it has when their address changes, without the field that is to colour them.
  return tileUrls.get(existing) === made;
}

/** Tiles are fetched by a worker, whose own address is another one. A URL object would escape the braces. */
function absolute(template: string): string {
  if (/^https?:/i.test(template)) return template;
  return template.startsWith('/') ? window.location.origin + template : document.baseURI + template;
}

/** The ids of the features of a source, as the map keeps their state. */
export function sourceLayerOf(layer: MapLayer): { sourceLayer?: string } {
  return 'tiles' in layer ? { sourceLayer: layer.tiles.sourceLayer } : {};
}

/** How the features of a layer are drawn: areas, lines and outlines, points. */
export function dataLayers(
  source: string,
  layer: MapLayer,
  { color }: LayerColoring,
  dark: boolean,
): LayerSpecification[] {
  const kinds = 'tiles' in layer ? layer.tiles.kinds : geometryKinds(layer.data.features);
  const from = 'tiles' in layer ? { source, 'source-layer': layer.tiles.sourceLayer } : { source };
  const hidden = 'tiles' in layer ? [...new Set(layer.hiddenIds)] : [];
  const isShown = hidden.length > 0 ? [['match', ['id'], hidden, false, true]] : [];
  const only = (kind: unknown) => ['all', kind, ...isShown] as never;
  const isCrowd = 'tiles' in layer && !layer.few;
  const specs: LayerSpecification[] = [];
  if (kinds.areas) {
    specs.push({
      id: `${source}:areas`,
      type: 'fill',
      ...from,
      filter: only(isArea),
      paint: {
        'fill-color': markColor(dark, color),
        'fill-opacity': layer.outlined ? 0 : (layer.fill ?? (layer.colorBy ? 0.8 : 0.3)),
      },
    });
  }
  if (kinds.areas || kinds.lines) {
    const onAreas = layer.colorBy && !kinds.lines ? (dark ? '#0b1015' : '#ffffff') : color;
    specs.push({
      id: `${source}:lines`,
      type: 'line',
      ...from,
      filter: only(notPoint),
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: {
        'line-color': markColor(dark, onAreas),
        'line-width': lineWidth(layer.outlined ? 2 : kinds.lines ? 1.6 : 1),
        ...(layer.outlined ? { 'line-dasharray': DASHES } : {}),
      },
    });
  }
  if (kinds.points) {
    specs.push({
      id: `${source}:points`,
      type: 'circle',
      ...from,
      filter: only(isPoint),
      paint: layer.outlined
        ? {
            'circle-opacity': 0,
            'circle-radius': RINGS,
            'circle-stroke-color': markColor(dark, color),
            'circle-stroke-width': pointOutline(2.5),
          }
        : {
            'circle-color': markColor(dark, color),
            'circle-radius': isCrowd ? MANY_POINTS : FEW_POINTS,
            'circle-stroke-color': markColor(dark, dark ? '#0b1015' : '#ffffff'),
            'circle-stroke-width': isCrowd ? outlineFrom(8) : pointOutline(),
          },
    });
  }
  return specs;
}
