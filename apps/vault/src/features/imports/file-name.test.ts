import { expect, test } from '@jest/globals';
import { fileNameOf } from './file-name.ts';

test('a name as long as a header may be is cut to what file systems take, in milliseconds', () => {
  const start = performance.now();
  const headers = { 'content-disposition': `attachment; filename="${'ä'.repeat(8_000)}.gpkg"` };
  const name = fileNameOf(headers, { addresses: [], fallback: 'roads' });
  expect(name).toBe(`${'ä'.repeat(125)}.gpkg`);
  expect(performance.now() - start).toBeLessThan(100);
});

test('a media type that is a word of the language names no format', () => {
  const from = { addresses: [new URL('http://example.org/download')], fallback: 'roads' };
  expect(fileNameOf({ 'content-type': 'image/tiff' }, from)).toBe('download.tif');
  expect(() => fileNameOf({ 'content-type': 'constructor' }, from)).toThrow(
    '(constructor) says that this is',
  );
});
