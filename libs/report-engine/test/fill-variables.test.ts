import { expect, test } from '@jest/globals';
import type { Template } from '../src/template/types.ts';
import { parseDecimal } from '../src/values/decimal.ts';
import type { Value } from '../src/values/types.ts';
import { field, band, openFill, linesOf } from './open-fill.ts';

test.each<[Template['variables'][number]['calculation'], Value[], string]>([
  ['sum', Array.from({ length: 10 }, () => '0.1'), '1.0'],
  ['average', ['1', '2'], '1.5'],
  ['average', ['1', '1', '2'], '1.3333333333333333'],
  ['count', ['1', null, '2'], '2'],
  ['distinct', ['1', '1.0', '2', null], '2'],
  ['min', ['3', '1', null], '1'],
  ['max', ['3', '11', '2'], '11'],
  ['first', [null, '5', '6'], '5'],
  ['deviation', ['2', '4', '4', '4', '5', '5', '7', '9'], '2'],
  ['variance', ['1', '2'], '0.25'],
  ['sum', [null], ''],
  ['none', ['1', '2'], '2'],
])('the %s of %j is %s', async (calculation, amounts, result) => {
  const rows = amounts.map((amount) => ({ amount: amount === null ? null : parseDecimal(String(amount)) }));
  const fill = await openFill(
    {
      variables: [{ name: 'v', type: 'decimal', calculation, expression: '$F{amount}', reset: 'report' }],
      bands: { detail: [], summary: band(field('$V{v}')) },
    },
    { rows, columns: [{ name: 'amount', type: 'decimal' }] },
  );
  expect(await linesOf(fill)).toEqual([`summary: ${result}`]);
  await fill.close();
});

test('a variable can add once for each group', async () => {
  const fill = await openFill({
    groups: [{ name: 'region', expression: '$F{region}' }],
    variables: [
      { name: 'v', type: 'integer', calculation: 'count', reset: 'report', increment: { group: 'region' } },
    ],
    bands: { detail: [], summary: band(field('$V{v}')) },
  });
  expect(await linesOf(fill)).toEqual(['summary: 2']);
  await fill.close();
});
