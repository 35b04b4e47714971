import { expect, test } from '@jest/globals';
import { programsOf, snippetOf } from './snippets.ts';

const layer = {
  layer: 'lands',
  tilejson_url: 'https://maps.example.org/vault/published/1.json',
  tiles_url: 'https://maps.example.org/vault/published/1/{z}/{x}/{y}.pbf',
  token: 'secret',
  geometryType: 'MultiPolygon',
};

test('each program gets the address that it reads, with the token', () => {
  expect(snippetOf('qgis', layer)).toBe(`${layer.tiles_url}?token=secret`);
  expect(snippetOf('maplibre', layer)).toContain(`url: '${layer.tilejson_url}?token=secret'`);
  expect(snippetOf('leaflet', layer)).toContain(`'${layer.tiles_url}?token=secret'`);
  expect(snippetOf('qgis', { ...layer, token: null })).toBe(layer.tiles_url);
});

test('a raster gets what reads a Web Map Service', () => {
  const raster = { layer: 'heights', token: null, geometryType: '', wms_url: 'https://maps.example.org/wms' };
  expect(programsOf(raster)).toEqual(['qgis', 'leaflet']);
  expect(snippetOf('qgis', raster)).toBe(raster.wms_url);
  expect(snippetOf('leaflet', raster)).toMatch(/^L\.tileLayer\.wms\([^]*layers: 'heights'/);
});

test.each([
  ['MultiPolygon', 'fill'],
  ['LineString', 'line'],
  ['Point', 'circle'],
])('MapLibre draws a layer of %s as %s', (geometryType, type) => {
  expect(snippetOf('maplibre', { ...layer, geometryType })).toContain(`type: '${type}'`);
});

test('an address cannot end the text of a snippet', () => {
  const snippet = snippetOf('maplibre', { ...layer, tilejson_url: `https://x/'+alert(1)+'` });
  expect(snippet).toContain(`'https://x/\\'+alert(1)+\\'?token=secret'`);
});
