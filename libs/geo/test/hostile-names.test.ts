import { expect, test } from '@jest/globals';
import { crsFromWkt } from '../src/index.ts';
import { launder } from '../src/postgis/columns.ts';

function timed<T>(work: () => T): { result: T; milliseconds: number } {
  const start = performance.now();
  return { result: work(), milliseconds: performance.now() - start };
}

test('a coordinate system that was written to be slow is read in milliseconds', () => {
  const wkt = `GEOGCS["slow",${'ID["A","B",'.repeat(5_900)}`;
  const { result, milliseconds } = timed(() => crsFromWkt(wkt));
  expect(result).toMatchObject({ name: 'slow', kind: 'geographic' });
  expect(milliseconds).toBeLessThan(100);
});

test('a name of a megabyte is cut for PostgreSQL in milliseconds, and never within a character', () => {
  const { result, milliseconds } = timed(() => launder('ä'.repeat(500_000)));
  expect(result).toBe('ä'.repeat(31));
  expect(milliseconds).toBeLessThan(500);
  expect(launder('𝒳'.repeat(100))).toBe('𝒳'.repeat(15));
});
