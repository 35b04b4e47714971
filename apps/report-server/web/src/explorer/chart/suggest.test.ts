import { expect, test } from '@jest/globals';
import type { TableColumn } from '../../client.ts';
import { suggestChart } from './suggest.ts';

const column = (name: string) => ({ name, family: 'integer', semantic: null }) as unknown as TableColumn;

test('a column of years begins with a histogram, one of codes with its most frequent values', () => {
  expect(suggestChart(column('laid_year'))?.type).toBe('histogram');
  expect(suggestChart(column('zone_code'))?.type).toBe('bar');
  expect(suggestChart(column('diameter_mm'))?.type).toBe('histogram');
});
