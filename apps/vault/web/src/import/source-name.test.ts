import { expect, test } from '@jest/globals';
import { isWebAddress, nameFromAddress, s3Address } from './source-name.ts';

test('a dataset is named after the last segment of its address', () => {
  expect(nameFromAddress('https://example.org/data/roads.gpkg')).toBe('roads');
  expect(nameFromAddress('https://example.org/data/Stra%C3%9Fen%202026.geojson?token=a/b.zip#x')).toBe(
    'Straßen 2026',
  );
  expect(nameFromAddress('surveys/2026/wells.zip')).toBe('wells');
  expect(nameFromAddress('https://example.org/')).toBe('');
  expect(nameFromAddress('https://example.org/100%.tif')).toBe('100_');
});

test('s3Address parses s3:// URLs and rejects others', () => {
  expect(s3Address(' s3://maps/2026/roads.gpkg ')).toEqual({ bucket: 'maps', key: '2026/roads.gpkg' });
  expect(s3Address('maps')).toBeNull();
});

test('isWebAddress accepts http and https only', () => {
  expect(isWebAddress('https://example.org/a.gpkg')).toBe(true);
  for (const text of ['', 'example.org/a.gpkg', 'ftp://example.org/a', 'https://', 'file:///etc/passwd'])
    expect(isWebAddress(text)).toBe(false);
});
