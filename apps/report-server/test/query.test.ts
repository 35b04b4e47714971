import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { places, sales, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';
import { FILTERS, REFUSED_QUERIES } from './query/filter-cases.ts';
import { testGroups } from './query/group-tests.ts';
import { testHiddenTables } from './query/hidden-table-tests.ts';
import { REFUSED_SPATIAL_FILTERS, SPATIAL_FILTERS } from './query/spatial-cases.ts';

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

test.each(FILTERS)('a filter: %s', async (_title, filter, expected) => {
  expect(await ids(filter)).toEqual(expected);
});

test.each(REFUSED_QUERIES)(
  'POST /api/v1/explorer/query returns 400 that names the place: %s',
  async (_title, part, message) => {
    const { status, body } = await app.query(app.ada, { ...sales, ...part });
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(message) });
  },
);

testGroups(rows);

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

test.each(SPATIAL_FILTERS)('a spatial filter: %s', async (_title, filter, expected) => {
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

test.each(REFUSED_SPATIAL_FILTERS)(
  'POST /api/v1/explorer/query returns 400 for %s',
  async (_title, filter, message) => {
    const { status, body } = await app.query(app.ada, { ...places, filter });
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(message) });
  },
);

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

testHiddenTables(() => app);
