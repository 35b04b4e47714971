import { expect, test } from '@jest/globals';
import { fileNameOf } from './file-name.ts';

test('fileNameOf shortens a very long name to the limit of file systems within milliseconds', () => {
  const start = performance.now();
  const headers = { 'content-disposition': `attachment; filename="${'ä'.repeat(8_000)}.gpkg"` };
  const name = fileNameOf(headers, { addresses: [], fallback: 'roads' });
  expect(name).toBe(`${'ä'.repeat(125)}.gpkg`);
  expect(performance.now() - start).toBeLessThan(100);
});

test('fileNameOf takes a media type such as "constructor" for unknown', () => {
  const from = { addresses: [new URL('http://example.org/download')], fallback: 'roads' };
  expect(fileNameOf({ 'content-type': 'image/tiff' }, from)).toBe('download.tif');
  expect(() => fileNameOf({ 'content-type': 'constructor' }, from)).toThrow(
    '(constructor) says that this is',
  );
});
