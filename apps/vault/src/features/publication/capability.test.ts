import { expect, test } from '@jest/globals';
import { publishCapability } from './capability.ts';

const raster = { type: 'raster', datasourceType: 'file' } as const;
const vector = { type: 'vector', datasourceType: 'file' } as const;

test('publishCapability is available when the target is connected', () => {
  expect(publishCapability(raster, new Set(['gis-runtime']))).toEqual({
    available: true,
    target: 'gis-runtime',
  });
  expect(publishCapability(vector, new Set(['tile-server']))).toEqual({
    available: true,
    target: 'tile-server',
  });
  expect(publishCapability({ ...vector, datasourceType: 'spatialdb' }, new Set(['tile-server']))).toEqual({
    available: true,
    target: 'tile-server',
  });
});

test('publishCapability names the target that an operator must set up when it is missing', () => {
  expect(publishCapability(raster, new Set(['tile-server']))).toMatchObject({
    available: false,
    target: 'gis-runtime',
    reason: expect.stringMatching(/desktop GIS.*operator/),
  });
  expect(publishCapability(vector, new Set(['gis-runtime']))).toMatchObject({
    available: false,
    target: 'tile-server',
    reason: expect.stringMatching(/tile server.*operator/),
  });
});

test('publishCapability is not available for data that is stored elsewhere', () => {
  const connected = new Set(['gis-runtime', 'tile-server'] as const);
  expect(publishCapability({ ...raster, datasourceType: 'remote' }, connected)).toMatchObject({
    available: false,
    target: 'gis-runtime',
    reason: expect.stringMatching(/Import it to publish it/),
  });
});
