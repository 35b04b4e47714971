import { expect, test } from '@jest/globals';
import type { Layer, TechnicalMetadata } from '../../client.ts';
import { crsGap } from './crs-gap.ts';

const file = { format: 'GPKG' } as TechnicalMetadata;
const box = [0, 0, 1, 1] as [number, number, number, number];
const layer = (facts: Partial<Layer>) => facts as Layer;

test('crsGap returns whether the system is assumed, missing, or does not fit', () => {
  const wgs84 = { name: 'WGS 84', srid: 4326 };
  expect(crsGap(file, layer({ extent: box }))).toBe('unplaced');
  expect(crsGap(file, layer({ extent: box, crs: { ...wgs84, assumed: true }, extent_wgs84: box }))).toBe(
    'assumed',
  );
  expect(crsGap(file, layer({ extent: box, crs: { name: 'Unknown' } }))).toBe('doesNotFit');
  expect(crsGap(file, layer({ extent: box, crs: wgs84, extent_wgs84: box }))).toBeNull();
});

test('crsGap is null where a coordinate system would not place the data', () => {
  expect(crsGap({ ...file, format: 'GeoJSON' }, layer({ extent: box }))).toBeNull();
  expect(crsGap(file, layer({}))).toBeNull();
  const raster = { raster: { width: 1, height: 1, band_count: 1, bands: [] } };
  expect(crsGap({ ...file, ...raster, format: 'GTiff' }, undefined)).toBeNull();
  expect(crsGap({ ...file, ...raster, format: 'GTiff', extent: box }, undefined)).toBe('unplaced');
});
