import type { Publication } from '../../client.ts';

export type Program = 'qgis' | 'maplibre' | 'leaflet';
type Addresses = Pick<Publication, 'tilejson_url' | 'tiles_url' | 'tiles_layer' | 'wms_url'>;

interface Layer extends Addresses {
  layer: string;
  /** Null when everybody may read the layer. */
  token: string | null;
  geometryType: string;
}

/** Programs that read what is published: tiles, or pictures. */
export function programsOf({ wms_url: wms }: Addresses): readonly Program[] {
  return wms === undefined ? ['qgis', 'maplibre', 'leaflet'] : ['qgis', 'leaflet'];
}

export function addressOf({ tilejson_url: tileJson, wms_url: wms }: Addresses): string {
  return tileJson ?? wms ?? '';
}

/** What to enter or to write in another program. */
export function snippetOf(program: Program, layer: Layer): string {
  const { tiles_url: tiles, tiles_layer: inTiles = 'features', wms_url: wms, token } = layer;
  switch (program) {
    case 'qgis':
      return withToken(tiles ?? wms ?? '', token);
    case 'maplibre':
      return mapLibre(withToken(addressOf(layer), token), inTiles, layer.geometryType);
    case 'leaflet':
      return wms === undefined
        ? leaflet(withToken(tiles ?? '', token), inTiles)
        : leafletWms(withToken(wms, token), layer.layer);
  }
}

function withToken(url: string, token: string | null): string {
  return token === null ? url : `${url}?token=${token}`;
}

function mapLibre(url: string, inTiles: string, geometryType: string): string {
  const [type, paint] = styleOf(geometryType);
  return `map.on('load', () => {
  map.addSource('published', {
    type: 'vector',
    url: ${quote(url)},
  });
  map.addLayer({
    id: 'published',
    type: '${type}',
    source: 'published',
    'source-layer': ${quote(inTiles)},
    paint: ${paint},
  });
});`;
}

function leaflet(url: string, inTiles: string): string {
  return `// With the plugin Leaflet.VectorGrid
L.vectorGrid.protobuf(
  ${quote(url)},
  {
    maxNativeZoom: 18,
    vectorTileLayerStyles: { ${quote(inTiles)}: { color: '#2f6f4f', weight: 1, radius: 4 } },
  },
).addTo(map);`;
}

function leafletWms(url: string, layer: string): string {
  return `L.tileLayer.wms(
  ${quote(url)},
  { layers: ${quote(layer)}, format: 'image/png', transparent: true },
).addTo(map);`;
}

function styleOf(geometryType: string): [type: string, paint: string] {
  if (/point/i.test(geometryType)) return ['circle', `{ 'circle-color': '#2f6f4f', 'circle-radius': 4 }`];
  if (/line|curve/i.test(geometryType)) return ['line', `{ 'line-color': '#2f6f4f', 'line-width': 2 }`];
  return ['fill', `{ 'fill-color': '#2f6f4f', 'fill-opacity': 0.5 }`];
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
