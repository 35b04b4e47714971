import { expect, test } from '@jest/globals';
import type { Band, TechnicalMetadata } from '../../client.ts';
import { rasterLegend } from './raster-legend.ts';

const elevation: Band = { band: 1, data_type: 'Int16', color_interpretation: 'Gray', unit: 'm' };
const of = (...bands: Band[]) =>
  ({ raster: { width: 1, height: 1, band_count: bands.length, bands } }) as unknown as TechnicalMetadata;

test('the legend of a single band goes from its minimum to its maximum', () => {
  const legend = rasterLegend(of({ ...elevation, minimum: 200, maximum: 1000 }));
  expect(legend).toMatchObject({ minimum: 200, maximum: 1000, unit: 'm' });
  expect(legend?.colors).toHaveLength(11);
});

test('outliers do not stretch the legend', () => {
  const legend = rasterLegend(of({ ...elevation, minimum: 0, maximum: 9000, mean: 500, std_dev: 100 }));
  expect(legend).toMatchObject({ minimum: 250, maximum: 750 });
});

test('byte bands are grey; photographs, palettes and bands without statistics have no legend', () => {
  const byte = { ...elevation, data_type: 'Byte', minimum: 0, maximum: 255 };
  expect(rasterLegend(of(byte))?.colors).toHaveLength(2);
  expect(rasterLegend(of(byte, byte, byte))).toBeUndefined();
  expect(rasterLegend(of({ ...byte, color_table_entries: 12 }))).toBeUndefined();
  expect(rasterLegend(of(elevation))).toBeUndefined();
  expect(rasterLegend(undefined)).toBeUndefined();
});
