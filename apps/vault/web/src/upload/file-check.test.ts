import { expect, test } from '@jest/globals';
import { datasetNameOf, freeName, refusalOf } from './file-check.ts';

test('the four formats are accepted with extensions in any case', () => {
  for (const name of ['a.gpkg', 'a.zip', 'a.geojson', 'a.json', 'a.TIF', 'a.tiff']) {
    expect(refusalOf({ name, size: 1 })).toBeNull();
  }
});

test('unsupported and empty files are rejected before they are sent', () => {
  expect(refusalOf({ name: 'report.pdf', size: 10 })).toBe('kind');
  expect(refusalOf({ name: 'shp', size: 10 })).toBe('kind');
  expect(refusalOf({ name: 'a.gpkg', size: 0 })).toBe('empty');
});

test('a dataset is named after its file, with the next free number if the name exists', () => {
  expect(datasetNameOf('Wells of 2026.v2.gpkg')).toBe('Wells of 2026.v2');
  expect(datasetNameOf(' Wells (final)..gpkg')).toBe('Wells (final)');
  expect(freeName('Wells', new Set(['wells', 'wells-2']))).toBe('Wells-3');
});
