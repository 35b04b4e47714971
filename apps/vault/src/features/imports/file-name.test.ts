import { expect, test } from '@jest/globals';
import { fileNameOf } from './file-name.ts';

test('a name as long as a header may be is cut to what file systems take, in milliseconds', () => {
  const start = performance.now();
  const headers = { 'content-disposition': `attachment; filename="${'ä'.repeat(8_000)}.gpkg"` };
  const name = fileNameOf(headers, { addresses: [], fallback: 'roads' });
  expect(name).toBe(`${'ä'.repeat(125)}.gpkg`);
  expect(performance.now() - start).toBeLessThan(100);
});
