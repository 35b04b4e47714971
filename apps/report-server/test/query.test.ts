import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { places, sales, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

let app: ExplorerApp;
beforeAll(async () => {
  app = await startExplorer();
});
afterAll(() => app.close());

const rows = async (body: object) => {
  const answer = await app.query(app.ada, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.rows as Record<string, any>[];
};
const ids = async (filter: unknown, table: object = sales) =>
  (await rows({ ...table, columns: ['id'], filter })).map(({ id }) => id);

test('POST /api/v1/explorer/query answers columns, rows and what is missing', async () => {
  const { status, body } = await app.query(app.ada, {
    ...sales,
    columns: ['id', 'city'],
    limit: 2,
    count: 'exact',
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      columns: [
        { name: 'id', type: 'integer', label: 'id' },
        { name: 'city', type: 'text', label: 'city' },
      ],
      rows: [
        { id: 1, city: 'Berlin' },
        { id: 2, city: 'Köln' },
      ],
      truncated: true,
      next_cursor: expect.any(String),
      total: 5,
      total_kind: 'exact',
      elapsed_ms: expect.any(Number),
      warnings: [],
    },
  });
});

test('POST /api/v1/explorer/query writes every type without losing anything', async () => {
  const [row] = await rows({ ...sales, filter: { column: 'id', op: 'eq', value: 1 } });
  expect(row).toEqual({
    id: 1,
    city: 'Berlin',
    region: 'north',
    amount: 0.1,
    price: 1.5,
    pieces: 1,
    size: 'small',
    sold_on: '2024-01-31',
    sold_at: '2024-04-16T06:00:00+00:00',
    big: '9007199254740993',
    tags: ['a', 'b,c'],
    facts: { n: 1 },
    paid: true,
    code: '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  });
  const numbers = await rows({
    ...sales,
    columns: ['price'],
    filter: { column: 'id', op: 'in', value: [3, 4] },
  });
  expect(numbers).toEqual([{ price: null }, { price: null }]);
  const precise = await rows({ ...sales, table: 'precise', columns: ['value'] });
  expect(precise).toEqual([{ value: '12345678901234567890.12' }, { value: null }, { value: 1.5 }]);
  const zoned = { ...sales, columns: ['sold_at'], time_zone: 'America/Denver', limit: 1 };
  expect(await rows(zoned)).toEqual([{ sold_at: '2024-04-16T00:00:00-06:00' }]);
});

test('numeric 12345678901234567890.12 is a text with all its digits, and an integer beyond 2^53 too', async () => {
  const precise = { ...sales, table: 'precise', columns: ['value'] };
  expect((await rows(precise))[0]).toEqual({ value: '12345678901234567890.12' });
  expect(
    (await rows({ ...precise, columns: undefined, aggregates: [{ fn: 'max', column: 'id' }] }))[0],
  ).toEqual({ max_id: 3 });
  expect((await rows({ ...sales, columns: ['big'], limit: 1 }))[0]).toEqual({ big: '9007199254740993' });
});

test.each<[string, unknown, number[]]>([
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
])('a filter: %s', async (_title, filter, expected) => {
  expect(await ids(filter)).toEqual(expected);
});

test.each<[string, object, string]>([
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
])('POST /api/v1/explorer/query returns 400 that names the place: %s', async (_title, part, message) => {
  const { status, body } = await app.query(app.ada, { ...sales, ...part });
  expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(message) });
});

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
  expect(await rows({ ...tenths, aggregates: [{ fn: 'sum', column: 'value' }] })).toEqual([{ sum_value: 1 }]);
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

test('cursor pages give every row once, whatever the order', async () => {
  for (const sort of [
    [{ column: 'city' }],
    [{ column: 'city', dir: 'desc' }],
    [{ column: 'sold_at', dir: 'desc', nulls: 'last' }, { column: 'region' }],
    [],
  ]) {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await app.query(app.ada, {
        ...sales,
        columns: ['id'],
        sort,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...body.rows.map(({ id }: { id: number }) => id));
      cursor = body.next_cursor ?? undefined;
    } while (cursor);
    const all = (await rows({ ...sales, columns: ['id'], sort })).map(({ id }) => id);
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(5);
  }
});

test('cursor pages while rows of the same millisecond come in: no row comes twice, and none is lost', async () => {
  await app.source.query(`CREATE TABLE shop.events (id integer PRIMARY KEY, at timestamptz);
    INSERT INTO shop.events SELECT i, '2024-04-16 06:00:00Z'::timestamptz + i * interval '10 microseconds' FROM generate_series(1, 9) AS i;
    GRANT SELECT ON shop.events TO ${app.sample.readerUser}`);
  await app.forgetCatalogue();
  const events = {
    ...sales,
    table: 'events',
    columns: ['id'],
    sort: [{ column: 'at', dir: 'desc' }],
    limit: 2,
  };
  const seen: number[] = [];
  let cursor: string | undefined;
  for (let page = 0; page === 0 || cursor; page += 1) {
    const { body } = await app.query(app.ada, { ...events, ...(cursor ? { cursor } : {}) });
    seen.push(...body.rows.map(({ id }: { id: number }) => id));
    cursor = body.next_cursor ?? undefined;
    // A microsecond before and after the last row that was seen.
    const text = `INSERT INTO shop.events SELECT $1::int + side, at + (side - 2) * interval '1 microsecond'
      FROM shop.events CROSS JOIN generate_series(1, 3, 2) AS side WHERE id = $2`;
    if (page < 4) await app.source.query(text, [100 * (page + 1), seen.at(-1)]);
  }
  // Rows that came before the last one that was seen belong to pages that were read.
  expect(seen).toEqual([9, 8, 101, 7, 201, 6, 301, 5, 401, 4, 3, 2, 1]);
});

test.each<[string, object, number[]]>([
  ['a box', { geometry: 'geom', op: 'bbox', value: [10, 50, 15, 55] }, [1]],
  ['a box over the antimeridian', { geometry: 'geom', op: 'bbox', value: [170, -20, -170, -10] }, [3, 4]],
  [
    'within a polygon',
    {
      geometry: 'geom',
      op: 'within',
      value: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 45],
            [5, 45],
            [5, 50],
            [0, 50],
            [0, 45],
          ],
        ],
      },
    },
    [2],
  ],
  [
    '880 km from Paris is Berlin',
    {
      geometry: 'geom',
      op: 'distance_lte',
      value: { type: 'Point', coordinates: [2.3522, 48.8566] },
      meters: 879_700,
    },
    [1, 2],
  ],
  [
    '879 km are not',
    {
      geometry: 'geom',
      op: 'distance_lte',
      value: { type: 'Point', coordinates: [2.3522, 48.8566] },
      meters: 879_299,
    },
    [2],
  ],
  [
    '100 km over the antimeridian',
    {
      geometry: 'geom',
      op: 'distance_lte',
      value: { type: 'Point', coordinates: [179.95, -17] },
      meters: 100_000,
    },
    [3, 4],
  ],
])('a spatial filter: %s', async (_title, filter, expected) => {
  expect(await ids(filter, places)).toEqual(expected);
});

test('a spatial filter works in metres and degrees on a layer in UTM', async () => {
  const utm = { ...places, table: 'places_utm' };
  const near = {
    geometry: 'geom',
    op: 'distance_lte',
    value: { type: 'Point', coordinates: [13.4, 52.5] },
    meters: 3_000,
  };
  expect(await ids(near, utm)).toEqual([1]);
  expect(await ids({ ...near, meters: 2_000 }, utm)).toEqual([]);
  expect(await ids({ geometry: 'geom', op: 'bbox', value: [13, 52, 14, 53] }, utm)).toEqual([1]);
  const [row] = await rows({ ...utm, columns: ['geom'] });
  expect(row).toEqual({ geom: { type: 'Point', coordinates: [13.405, 52.52] } });
});

test.each<[string, object, string]>([
  [
    'a point at longitude 200',
    { geometry: 'geom', op: 'intersects', value: { type: 'Point', coordinates: [200, 10] } },
    'filter.value: ',
  ],
  [
    'a ring of 2 positions',
    {
      geometry: 'geom',
      op: 'within',
      value: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
    },
    'filter.value: ',
  ],
  [
    'a box outside the world',
    { geometry: 'geom', op: 'bbox', value: [0, 0, 10, 95] },
    'filter.value: is outside the world',
  ],
  [
    'no metres',
    { geometry: 'geom', op: 'distance_lte', value: { type: 'Point', coordinates: [0, 0] } },
    'filter.meters: ',
  ],
  [
    'a column without geometry',
    { geometry: 'name', op: 'bbox', value: [0, 0, 1, 1] },
    'filter.geometry: the column "name" holds no geometry.',
  ],
])('POST /api/v1/explorer/query returns 400 for %s', async (_title, filter, message) => {
  const { status, body } = await app.query(app.ada, { ...places, filter });
  expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(message) });
});

test('POST /api/v1/explorer/query returns 400 for a geometry without reference system, and leaves it out of rows', async () => {
  const nowhere = { ...places, table: 'nowhere' };
  const filter = { geometry: 'geom', op: 'bbox', value: [0, 0, 1, 1] };
  expect((await app.query(app.ada, { ...nowhere, filter })).body.error).toContain('SRID 0');
  const { body } = await app.query(app.ada, { ...nowhere, columns: ['id', 'geom'] });
  expect(body).toMatchObject({
    rows: [{ id: 1, geom: null }],
    warnings: [expect.stringContaining('SRID 0')],
  });
});

test('names with quotes and reserved words are names', async () => {
  const odd = { ...sales, table: 'Odd "name' };
  expect(await rows({ ...odd, sort: [{ column: 'select' }] })).toEqual([
    { id: 1, 'a"b': 'one', select: 'two' },
  ]);
});

test('a name for an aggregate is a name of the answer, never SQL', async () => {
  const as = `n"; DROP TABLE shop.sales --`;
  const answer = await rows({ ...sales, aggregates: [{ fn: 'count', as }], sort: [{ column: as }] });
  expect(answer).toEqual([{ [as]: 5 }]);
});

test.each([
  ['100,000 levels', `{"filter":${'{"not":'.repeat(100_000)}{}${'}'.repeat(100_000)}}`],
  ['a member __proto__', '{"filter":{"__proto__":{"column":"id","op":"is_null"}}}'],
])('POST /api/v1/explorer/query returns 400 for a body with %s', async (_title, text) => {
  const body = `{"datasource":"sample","schema":"shop","table":"sales",${text.slice(1)}`;
  const { status } = await fetch(`${app.url}/api/v1/explorer/query`, {
    method: 'POST',
    headers: { cookie: app.ada.cookie, 'content-type': 'application/json' },
    body,
  });
  expect(status).toBe(400);
  expect(({} as { column?: string }).column).toBeUndefined();
});

const source = (table: object) => ({ method: 'POST', json: table });
test.each<[string, (table: typeof sales) => { path: string; method?: string; json?: object }]>([
  ['POST /api/v1/explorer/query', (t) => ({ path: 'query', ...source(t) })],
  ['POST /api/v1/explorer/features', (t) => ({ path: 'features', ...source(t) })],
  ['POST /api/v1/explorer/summary', (t) => ({ path: 'summary', ...source(t) })],
  [
    'POST /api/v1/explorer/statistics',
    (t) => ({ path: 'statistics', ...source({ ...t, measures: [{ kind: 'top', column: 'id' }] }) }),
  ],
  ['GET /api/v1/explorer/metadata', (t) => ({ path: `metadata?${new URLSearchParams(t)}` })],
  [
    'GET /api/v1/explorer/tiles/{datasource}/{schema}/{table}/{z}/{x}/{y}.mvt',
    (t) => ({
      path: `tiles/${[t.datasource, t.schema, t.table].map(encodeURIComponent).join('/')}/0/0/0.mvt`,
    }),
  ],
  [
    'POST /api/v1/explorer/spatial-analysis',
    (t) => ({ path: 'spatial-analysis', ...source({ analysis: 'measure', input: t }) }),
  ],
  ['POST /api/v1/explorer/handoff', (t) => ({ path: 'handoff', ...source({ kind: 'table', source: t }) })],
])(
  '%s returns 404 in the same words for a table that is missing, hidden, or of the system',
  async (_name, request) => {
    const answers = [];
    for (const [table, name] of [
      [{ ...places, table: 'missing' }, 'shop.missing'],
      [{ ...places, table: 'secret' }, 'shop.secret'],
      [{ ...places, schema: 'pg_catalog', table: 'pg_authid' }, 'pg_catalog.pg_authid'],
      [{ ...places, schema: 'missing' }, 'missing.places'],
      [{ ...places, table: 'places" OR true --' }, 'shop.places" OR true --'],
    ] as const) {
      const { path, ...rest } = request(table as typeof sales);
      const { status, body } = await app.ask(app.ada, { path: `/api/v1/explorer/${path}`, ...rest });
      answers.push([
        status,
        body.code,
        String(body.error)
          .replace(name, '…')
          .replace(/ Did you mean.*/, ''),
      ]);
    }
    expect(answers[0]!.slice(0, 2)).toEqual([404, 'report-server.no_such_table']);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const asking = async (datasource: string, person: Person) => {
      const { path, ...rest } = request({ ...places, datasource });
      const { status, body } = await app.ask(person, { path: `/api/v1/explorer/${path}`, ...rest });
      return [status, String(body.error).replaceAll(datasource, '…')];
    };
    expect(await asking('missing', app.ada)).toEqual(await asking('sample', app.eve));
  },
);

test('POST /api/v1/explorer/query returns 404 in the same words for what is missing and what is forbidden', async () => {
  const message = async (person: any, body: object) => {
    const { status, body: answer } = await app.query(person, body);
    return [status, String(answer.error).replace(/"\w+"|\w+\.[\w"' ]+(?=\.)/, '…')];
  };
  const noTable = await message(app.ada, { ...sales, table: 'missing' });
  expect(noTable[0]).toBe(404);
  for (const name of [
    { schema: 'shop', table: 'secret' },
    { schema: 'pg_catalog', table: 'pg_authid' },
    { schema: 'information_schema', table: 'tables' },
    { schema: 'public', table: 'spatial_ref_sys' },
    { schema: 'shop', table: 'sales"; DROP TABLE shop' },
    { schema: 'SHOP', table: 'sales' },
  ]) {
    expect((await message(app.ada, { ...sales, ...name }))[0]).toBe(404);
  }
  const noDatasource = await message(app.ada, { ...sales, datasource: 'missing' });
  expect(noDatasource[0]).toBe(404);
  expect(await message(app.eve, sales)).toEqual(noDatasource);
  expect((await app.query(null, sales)).status).toBe(401);
});
