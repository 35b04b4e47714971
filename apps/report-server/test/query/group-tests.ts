import { expect, test } from '@jest/globals';
import { sales } from '../explorer-app.ts';

type ReadRows = (body: object) => Promise<Record<string, any>[]>;

/** Groups, buckets and aggregates of `sales`. */
export function testGroups(rows: ReadRows): void {
  test('POST /api/v1/explorer/query groups, aggregates and sorts', async () => {
    const answer = await rows({
      ...sales,
      group_by: [{ column: 'region' }],
      aggregates: [
        { fn: 'count', as: 'n' },
        { fn: 'count', column: 'city' },
        { fn: 'sum', column: 'amount' },
        { fn: 'avg', column: 'pieces' },
        { fn: 'median', column: 'pieces' },
        { fn: 'min', column: 'sold_on' },
        { fn: 'count_distinct', column: 'size' },
      ],
      sort: [{ column: 'n', dir: 'desc' }],
      having: { column: 'n', op: 'gte', value: 2 },
    });
    expect(answer).toEqual([
      {
        region: 'north',
        n: 3,
        count_city: 3,
        sum_amount: 0.3,
        avg_pieces: 8 / 3,
        median_pieces: 2,
        min_sold_on: '2023-12-31',
        count_distinct_size: 2,
      },
      {
        region: 'south',
        n: 2,
        count_city: 1,
        sum_amount: 0.1,
        avg_pieces: 4,
        median_pieces: 4,
        min_sold_on: '2024-12-31',
        count_distinct_size: 1,
      },
    ]);
  });

  test('10 times the decimal 0.1 sum to 1, and the average of the integers 1 and 2 is 1.5', async () => {
    const tenths = { ...sales, table: 'tenths' };
    expect(await rows({ ...tenths, aggregates: [{ fn: 'sum', column: 'value' }] })).toEqual([
      { sum_value: 1 },
    ]);
    const two = { column: 'n', op: 'lte', value: 2 };
    expect(await rows({ ...tenths, filter: two, aggregates: [{ fn: 'avg', column: 'n' }] })).toEqual([
      { avg_n: 1.5 },
    ]);
  });

  test.each<[string, object, unknown[]]>([
    [
      'days in Berlin, where 23:30Z is tomorrow',
      { unit: 'day', time_zone: 'Europe/Berlin' },
      ['2024-03-30T23:00:00+00:00', '2024-04-15T22:00:00+00:00', null],
    ],
    ['months in UTC', { unit: 'month' }, ['2024-03-01T00:00:00+00:00', '2024-04-01T00:00:00+00:00', null]],
    [
      'weeks from Sunday',
      { unit: 'week', week_start: 'sunday' },
      ['2024-03-31T00:00:00+00:00', '2024-04-14T00:00:00+00:00', null],
    ],
  ])('group_by a time: %s', async (_title, bucket, expected) => {
    const answer = await rows({
      ...sales,
      group_by: [{ column: 'sold_at', as: 'at', bucket }],
      aggregates: [{ fn: 'count' }],
    });
    expect(answer.map(({ at }) => at)).toEqual(expected);
  });

  test('group_by a number: width, and bins whose last part has the greatest value', async () => {
    const group = (bucket: object) =>
      rows({
        ...sales,
        group_by: [{ column: 'pieces', as: 'part', bucket }],
        aggregates: [{ fn: 'count', as: 'n' }],
      });
    expect(await group({ width: 2 })).toEqual([
      { part: 0, n: 1 },
      { part: 2, n: 1 },
      { part: 4, n: 2 },
      { part: null, n: 1 },
    ]);
    expect(await group({ bins: 2 })).toEqual([
      { part: 1, n: 2 },
      { part: 3, n: 2 },
      { part: null, n: 1 },
    ]);
    const price = {
      ...sales,
      group_by: [{ column: 'price', as: 'part', bucket: { bins: 1 } }],
      aggregates: [{ fn: 'count', as: 'n' }],
    };
    expect(await rows(price)).toEqual([
      { part: -1, n: 3 },
      { part: null, n: 2 },
    ]);
  });
}
