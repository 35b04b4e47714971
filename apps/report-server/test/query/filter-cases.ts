/** Filters of `sales`, and the ids of the rows that they select. */
export const FILTERS: [title: string, filter: unknown, ids: number[]][] = [
  ["ne 'x' keeps rows without a value", { column: 'city', op: 'ne', value: 'x' }, [1, 2, 4, 5]],
  ["not_in ['x'] keeps rows without a value", { column: 'city', op: 'not_in', value: ['x'] }, [1, 2, 4, 5]],
  [
    "not_in ['x', null] drops rows without a value",
    { column: 'city', op: 'not_in', value: ['x', null] },
    [1, 2, 5],
  ],
  ['in an empty list selects no row', { column: 'city', op: 'in', value: [] }, []],
  ['not_in an empty list selects every row', { column: 'city', op: 'not_in', value: [] }, [1, 2, 3, 4, 5]],
  ["in ['x', null] selects rows without a value", { column: 'city', op: 'in', value: ['x', null] }, [3, 4]],
  ['contains takes % _ and \\ literally', { column: 'city', op: 'contains', value: '%_\\' }, [5]],
  ['starts_with takes % literally', { column: 'city', op: 'starts_with', value: '%' }, []],
  ['ends_with', { column: 'city', op: 'ends_with', value: 'lin' }, [1]],
  ['like takes % as a wildcard', { column: 'city', op: 'like', value: 'B%' }, [1]],
  ['ilike ignores case', { column: 'city', op: 'ilike', value: 'berlin' }, [1]],
  ['between takes both ends', { column: 'pieces', op: 'between', value: [2, 4] }, [2, 4]],
  ['is_null', { column: 'city', op: 'is_null' }, [4]],
  ['is_not_null', { column: 'city', op: 'is_not_null' }, [1, 2, 3, 5]],
  [
    'not selects rows whose condition is unknown too',
    { not: { column: 'pieces', op: 'gt', value: 1 } },
    [1, 3],
  ],
  ['an empty and selects every row', { and: [] }, [1, 2, 3, 4, 5]],
  ['an empty or selects no row', { or: [] }, []],
  ['a bigint as a text', { column: 'big', op: 'eq', value: '9007199254740993' }, [1]],
  ['a decimal as a text', { column: 'amount', op: 'lte', value: '0.10' }, [1, 2, 3, 5]],
  ['a date', { column: 'sold_on', op: 'gte', value: '2024-02-29' }, [2, 4]],
  [
    'an instant with microseconds',
    { column: 'sold_at', op: 'eq', value: '2024-04-16T06:00:00.123456Z' },
    [2],
  ],
  ['a boolean', { column: 'paid', op: 'eq', value: false }, [2]],
  ['an enumeration', { column: 'size', op: 'eq', value: 'large' }, [2]],
  ['a text with quotes and SQL is a value', { column: 'city', op: 'eq', value: "' OR 1=1--" }, []],
  [
    'and, or together',
    {
      and: [
        { column: 'region', op: 'eq', value: 'north' },
        {
          or: [
            { column: 'id', op: 'eq', value: 2 },
            { column: 'paid', op: 'eq', value: true },
          ],
        },
      ],
    },
    [1, 2, 5],
  ],
];

/** Parts of a query of `sales` that are refused, and a part of the sentence. */
export const REFUSED_QUERIES: [title: string, part: object, message: string][] = [
  [
    'eq null',
    { filter: { column: 'city', op: 'eq', value: null } },
    'filter.value: null equals nothing. Use is_null or is_not_null.',
  ],
  [
    'an unknown column',
    {
      filter: {
        and: [
          { column: 'id', op: 'eq', value: 1 },
          { column: 'cty', op: 'eq', value: 'x' },
        ],
      },
    },
    'filter.and[1].column: there is no column "cty" in shop.sales. Did you mean "city"?',
  ],
  [
    'a column that every object has',
    { columns: ['constructor'] },
    'columns[0]: there is no column "constructor"',
  ],
  [
    'an operator that every object has',
    { filter: { column: 'city', op: 'toString', value: 'x' } },
    'filter.op: there is no operator "toString".',
  ],
  [
    'a name with SQL',
    { sort: [{ column: 'id" DESC; DROP TABLE shop.sales --' }] },
    'sort[0].column: there is no column',
  ],
  [
    'SQL as a unit',
    { group_by: [{ column: 'sold_at', bucket: { unit: "day'); DROP TABLE shop.sales --" } }] },
    'group_by[0].bucket.unit: there is no unit',
  ],
  ['SQL as a direction', { sort: [{ column: 'id', dir: 'asc; SELECT 1' }] }, 'dir'],
  [
    'an unknown operator',
    { filter: { column: 'id', op: 'equals', value: 1 } },
    'filter.op: there is no operator "equals".',
  ],
  [
    'a text for a number',
    { filter: { or: [{ not: { column: 'pieces', op: 'lt', value: 'many' } }] } },
    'filter.or[0].not.value: "many" does not fit the column "pieces"',
  ],
  [
    'a number out of range',
    { filter: { column: 'pieces', op: 'eq', value: 3_000_000_000 } },
    'from -2147483648 to 2147483647',
  ],
  [
    'a day that does not exist',
    { filter: { column: 'sold_on', op: 'eq', value: '2023-02-29' } },
    'a date such as',
  ],
  ['an unknown label', { filter: { column: 'size', op: 'eq', value: 'smal' } }, 'Did you mean "small"?'],
  [
    'a text operator on a number',
    { filter: { column: 'pieces', op: 'contains', value: '1' } },
    'filter.op: "contains" takes texts, and "pieces" is integer.',
  ],
  ['a comparison of JSON', { filter: { column: 'facts', op: 'eq', value: '{}' } }, 'cannot be compared'],
  [
    '65 conditions',
    { filter: { or: Array.from({ length: 65 }, () => ({ column: 'id', op: 'eq', value: 1 })) } },
    'filter.or[64]: a filter has at most 64 conditions.',
  ],
  [
    '9 levels',
    {
      filter: {
        not: { not: { not: { not: { not: { not: { not: { not: { column: 'id', op: 'is_null' } } } } } } } },
      },
    },
    'levels deep',
  ],
  [
    'an unknown field',
    { filter: { column: 'id', operator: 'eq', value: 1 } },
    'filter: there is no field "operator". There are "column", "op", "value"',
  ],
  [
    'an unknown function',
    { aggregates: [{ fn: 'summ', column: 'amount' }] },
    'aggregates[0].fn: there is no function "summ". Did you mean "sum"?',
  ],
  [
    'the sum of a text',
    { aggregates: [{ fn: 'sum', column: 'city' }] },
    'aggregates[0].fn: "sum" takes numbers, and "city" is text.',
  ],
  [
    'an unknown bucket',
    { group_by: [{ column: 'sold_at', bucket: { unit: 'decade' } }] },
    'group_by[0].bucket.unit: there is no unit "decade".',
  ],
  [
    'an unknown zone',
    { time_zone: 'Europe/Berln' },
    'time_zone: there is no time zone "Europe/Berln". Did you mean "Europe/Berlin"',
  ],
  ['an offset as a zone', { time_zone: '+05:30' }, 'time_zone: there is no time zone "+05:30".'],
  [
    'a sort by an unknown column',
    { sort: [{ column: 'citty' }] },
    'sort[0].column: there is no column "citty"',
  ],
  [
    'having on an unknown name',
    {
      group_by: [{ column: 'region' }],
      aggregates: [{ fn: 'count', as: 'n' }],
      having: { column: 'm', op: 'gt', value: 1 },
    },
    'having.column: there is no column of the answer "m".',
  ],
  [
    'a cursor of another query',
    { cursor: 's1.test.AAAA' },
    'cursor: it belongs to another query, or is damaged.',
  ],
  ['an offset above 100,000', { offset: 100_001 }, 'offset: must be at most 100000.'],
];
