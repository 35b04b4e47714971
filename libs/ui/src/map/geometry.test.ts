import { expect, test } from '@jest/globals';
import type { Feature } from 'geojson';
import { boundsOf, boxFeature, clampBounds, geometryKinds, numberFeatures, unionBounds } from './geometry.ts';

const point = (x: number, y: number, id?: string): Feature => ({
  type: 'Feature',
  ...(id ? { id } : {}),
  properties: {},
  geometry: { type: 'Point', coordinates: [x, y] },
});

const empty: Feature = { type: 'Feature', properties: {}, geometry: null as never };

test('bounds include every coordinate of every geometry, also in collections', () => {
  const collection: Feature = {
    type: 'Feature',
    properties: {},
    geometry: {
      type: 'GeometryCollection',
      geometries: [
        {
          type: 'LineString',
          coordinates: [
            [-3, 1],
            [7, 60],
          ],
        },
      ],
    },
  };
  expect(boundsOf([point(4, 52), empty, collection])).toEqual([-3, 1, 7, 60]);
});

test('features without a geometry have no bounds', () => {
  expect(boundsOf([empty])).toBeNull();
  expect(unionBounds([null, undefined])).toBeNull();
});

test('geometry kinds include multi-part geometries', () => {
  const multi: Feature = {
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiLineString', coordinates: [] },
  };
  expect(geometryKinds([point(0, 0), multi])).toEqual({ points: true, lines: true, areas: false });
});

test('a box that reaches the poles is clamped to the map’s limits', () => {
  expect(clampBounds([-200, -90, 180, 90])).toEqual([-180, -85, 180, 85]);
  expect(boxFeature([-200, -90, 180, 90], 3, {}).id).toBe(3);
});

test('drawn features are numbered by position and the originals are not modified', () => {
  const original = point(1, 2, 'well-7');
  const drawn = numberFeatures({ type: 'FeatureCollection', features: [original] });
  expect(drawn.features[0]?.id).toBe(0);
  expect(original.id).toBe('well-7');
});
