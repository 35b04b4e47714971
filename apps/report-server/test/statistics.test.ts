import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ANONYMOUS } from '@cairn/service';
import { createStatisticsReader } from '../src/features/explorer/statistics/service.ts';
import { naturalBreaks } from '../src/features/explorer/statistics/natural-breaks.ts';
import { sales, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';

let app: ExplorerApp;
beforeAll(async () => {
  app = await startExplorer();
});
afterAll(() => app.close());

const cities = { datasource: 'sample', schema: 'public', table: 'populated_places' };
const post = (path: string, json: object) =>
  app.ask(app.ada, { path: `/api/v1/explorer/${path}`, method: 'POST', json });
const measure = async (measures: object[], table: object = sales) => {
  const { status, body } = await post('statistics', { ...table, measures });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.measures;
};
const raw = async (sql: string) =>
  (await app.source.query({ text: sql, rowMode: 'array' } as any)).rows as unknown as any[][];
/** A number of `populated_places`, whatever the sample calls it. */
const numberOfCities = async () => {
  const [row] =
    await raw(`SELECT attname FROM pg_attribute WHERE attrelid = 'public.populated_places'::regclass AND attname ~ 'pop'
    AND atttypid IN ('int4'::regtype, 'int8'::regtype, 'float8'::regtype) ORDER BY attnum LIMIT 1`);
  return String(row![0]);
};

test('POST /api/v1/explorer/summary counts nulls, distinct values, extremes and extents', async () => {
  const { body } = await post('summary', {
    ...sales,
    columns: ['city', 'price', 'paid', 'facts', 'sold_at'],
  });
  const exact = { distinct_kind: 'exact', extent_wgs84: null };
  expect(body).toMatchObject({
    rows: 5,
    columns: [
      { name: 'city', nulls: 1, distinct: 4, ...exact },
      { name: 'price', nulls: 0, distinct: 5, min: -1, max: null },
      { name: 'paid', nulls: 1, distinct: 2, min: false, max: true },
      { name: 'facts', nulls: 4, distinct: null, distinct_kind: null, min: null },
      {
        name: 'sold_at',
        nulls: 1,
        min: '2024-03-31T00:30:00+00:00',
        max: '2024-04-16T06:00:00.123456+00:00',
      },
    ],
  });
  const places = await post('summary', { ...cities, columns: ['geom'] });
  const [box] = await raw(
    'SELECT public.ST_XMin(b), public.ST_YMax(b) FROM (SELECT public.ST_Extent(geom) AS b FROM public.populated_places) AS a',
  );
  expect(places.body.columns[0].extent_wgs84[0]).toBe(box![0]);
  expect(places.body.columns[0].extent_wgs84[3]).toBe(box![1]);
});

test('describe and quantiles equal the raw statement', async () => {
  const n = await numberOfCities();
  const [row] =
    await raw(`SELECT count(*)::int, count(DISTINCT ${n})::int, avg(${n})::float8, stddev_samp(${n})::float8,
    percentile_cont(ARRAY[0.05, 0.5, 0.95]) WITHIN GROUP (ORDER BY ${n}) FROM public.populated_places`);
  const [rows, distinct, mean, deviation, [low, middle, high]] = row!;
  const [described, quantiles] = await measure(
    [
      { kind: 'describe', column: n },
      { kind: 'quantiles', column: n, shares: [0.05, 0.95] },
    ],
    cities,
  );
  expect(described).toMatchObject({ rows, distinct, mean, deviation });
  expect(described.quantiles[2]).toEqual({ share: 0.5, value: middle });
  expect(quantiles.quantiles).toEqual([
    { share: 0.05, value: low },
    { share: 0.95, value: high },
  ]);
});

/** 20,000 rows of ten values, which the database takes for two million. */
async function makeLarge() {
  await app.source
    .query(`CREATE TABLE shop.large AS SELECT i AS id, i % 10 AS digit FROM generate_series(1, 20000) AS i;
    GRANT SELECT ON shop.large TO ${app.sample.readerUser}; ANALYZE shop.large;
    UPDATE pg_class SET reltuples = 2000000 WHERE oid = 'shop.large'::regclass`);
  await app.forgetCatalogue();
  return { datasource: 'sample', schema: 'shop', table: 'large' };
}

test('statistics of more than 1,000,000 rows are of a sample of 100,000 rows in 2,000,000, which the answer names; sample: false is exact', async () => {
  const large = await makeLarge();
  const measures = [
    { kind: 'describe', column: 'digit' },
    { kind: 'top', column: 'digit', limit: 3 },
    { kind: 'histogram', column: 'digit', bins: 10 },
  ];
  const [whole] = await raw(
    'SELECT count(*)::int, avg(digit)::float8, stddev_samp(digit)::float8 FROM shop.large',
  );
  const exact = await post('statistics', { ...large, measures, sample: false });
  expect(exact.body).toMatchObject({
    ...{ sampled: false, fraction: 1 },
    measures: [{ rows: whole![0], mean: whole![1], deviation: whole![2] }, { rows: whole![0] }, {}],
  });
  const { body } = await post('statistics', { ...large, measures });
  expect(body).toMatchObject({ sampled: true, fraction: 0.05 });
  const sample = 'shop.large TABLESAMPLE SYSTEM (5) REPEATABLE (1)';
  const [[rows, mean, deviation], counts] = [
    (await raw(`SELECT count(*)::int, avg(digit)::float8, stddev_samp(digit)::float8 FROM ${sample}`))[0]!,
    await raw(`SELECT digit, count(*)::int AS n FROM ${sample} GROUP BY 1 ORDER BY 2 DESC, 1`),
  ];
  expect(rows).toBeLessThan(whole![0] / 4);
  const [described, top, histogram] = body.measures;
  expect(described).toMatchObject({ rows, mean, deviation });
  expect(top.rows).toBe(rows);
  expect(top.values.map(({ value, count }: any) => [value, count])).toEqual(counts.slice(0, 3));
  expect(histogram.bins.map(({ count }: any) => count)).toEqual(
    counts.toSorted((a, b) => a[0] - b[0]).map(([, n]) => n),
  );
});

test('a sample takes only rows that a row policy allows', async () => {
  const path = '/api/v1/datasources/sample/row-policies';
  const filter = { column: 'digit', op: 'eq', value: 7 };
  const json = { schema: 'shop', table: 'large', group_id: null, filter };
  const created = await app.ask(app.root, { path, method: 'POST', json });
  const measures = [{ kind: 'top', column: 'digit' }];
  const { body } = await post('statistics', {
    datasource: 'sample',
    schema: 'shop',
    table: 'large',
    measures,
  });
  expect(body.sampled).toBe(true);
  expect(body.measures[0].values.map(({ value }: any) => value)).toEqual([7]);
  await app.ask(app.root, { path: `${path}/${created.body.id}`, method: 'DELETE' });
});

test('statistics that take too long are of a sample instead', async () => {
  await app.source.query(`CREATE TABLE shop.sleepy AS SELECT 1 AS id;
    ALTER TABLE shop.sleepy ENABLE ROW LEVEL SECURITY;
    CREATE POLICY slow ON shop.sleepy USING (pg_sleep(0.3) IS NOT NULL);
    GRANT SELECT ON shop.sleepy TO ${app.sample.readerUser}`);
  await app.forgetCatalogue();
  const { queries, runner } = app.context;
  const read = createStatisticsReader({ queries, runner, exactMs: 50 });
  const sleepy = { datasource: 'sample', schema: 'shop', table: 'sleepy' };
  const request = { ...sleepy, measures: [{ kind: 'describe', column: 'id' }] };
  const answer = await read({ ...ANONYMOUS, isAdmin: true }, request);
  expect(JSON.parse(answer)).toMatchObject({ sampled: true, fraction: 0.1 });
});

test.each([
  ['describe', {}],
  ['quantiles', { shares: [0.1, 0.5] }],
  ['histogram', { bins: 4 }],
  ['top', {}],
  ['classes', { method: 'quantile', count: 3 }],
  ['correlation', { other: 'pieces' }],
  ['time_series', { column: 'sold_at', unit: 'day' }],
])('%s of no rows has no numbers', async (kind, more) => {
  const { status, body } = await post('statistics', {
    ...sales,
    filter: { or: [] },
    measures: [{ kind, column: 'pieces', ...more }],
  });
  expect({ status, text: JSON.stringify(body) }).toEqual({
    status: 200,
    text: expect.not.stringMatching(/NaN|undefined/),
  });
});

test('histogram, frequent values, classes and series equal the raw statements', async () => {
  const n = await numberOfCities();
  const [histogram, top, quantile, equal] = await measure(
    [
      { kind: 'histogram', column: n, bins: 8 },
      { kind: 'top', column: 'country', limit: 5 },
      { kind: 'classes', column: n, method: 'quantile', count: 4 },
      { kind: 'classes', column: n, method: 'equal', count: 4 },
    ],
    cities,
  );
  const bins = await raw(`SELECT least(width_bucket(${n}, lo, hi, 8), 8) AS bin, count(*)::int
    FROM public.populated_places, (SELECT min(${n})::float8 AS lo, max(${n})::float8 AS hi FROM public.populated_places) AS b GROUP BY 1 ORDER BY 1`);
  expect(histogram.bins.flatMap(({ count }: any, i: number) => (count > 0 ? [[i + 1, count]] : []))).toEqual(
    bins,
  );
  expect(top.values.map(({ value, count }: any) => [value, count])).toEqual(
    await raw(
      'SELECT country, count(*)::int AS n FROM public.populated_places WHERE country IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5',
    ),
  );
  const [edges] = await raw(`SELECT percentile_cont(ARRAY[0.25, 0.5, 0.75, 1]) WITHIN GROUP (ORDER BY ${n}),
    min(${n})::float8, max(${n})::float8 FROM public.populated_places`);
  expect(quantile.classes.map(({ to }: any) => to)).toEqual(edges![0]);
  const [lo, hi] = [edges![1], edges![2]];
  expect(equal.classes.map(({ to }: any) => to)).toEqual(
    [0.25, 0.5, 0.75, 1].map((share) => lo + (hi - lo) * share),
  );
});

test('the deviation of one row is null, and quantiles of dates are dates', async () => {
  const one = await post('statistics', {
    ...sales,
    filter: { column: 'id', op: 'eq', value: 1 },
    measures: [{ kind: 'describe', column: 'pieces' }],
  });
  expect(one.body.measures[0]).toMatchObject({ count: 1, mean: 1, deviation: null });
  const [dates, prices] = await measure([
    { kind: 'quantiles', column: 'sold_on', shares: [0, 0.5, 1] },
    { kind: 'describe', column: 'price' },
  ]);
  expect(dates.quantiles.map(({ value }: any) => value)).toEqual(['2023-12-31', '2024-01-31', '2024-12-31']);
  // Of 1.5, 2.5, -1; NaN and Infinity are no numbers.
  expect(prices).toMatchObject({ count: 5, mean: 1 });
});

test('a histogram puts the greatest value into the last part, equal values into one, and leaves out NaN and infinities', async () => {
  const [pieces, price, one] = await measure([
    { kind: 'histogram', column: 'pieces', bins: 2 },
    { kind: 'histogram', column: 'price', bins: 7 },
    { kind: 'histogram', column: 'amount', bins: 10 },
  ]);
  expect(pieces).toMatchObject({
    bins: [
      { from: 1, to: 3, count: 2 },
      { from: 3, to: 5, count: 2 },
    ],
    left_out: 1,
  });
  expect(price.bins.map(({ count }: any) => count)).toEqual([1, 0, 0, 0, 0, 1, 1]);
  expect(price.left_out).toBe(2);
  expect(one).toMatchObject({ bins: [{ from: 0.1, to: 0.1, count: 4 }], left_out: 1 });
});

test('a time series has local days, the empty ones too, also over a change of the clock', async () => {
  const series = (more: object) =>
    measure([{ kind: 'time_series', column: 'sold_at', ...more }]).then(([first]) => first.points);
  const days = await series({ unit: 'day', time_zone: 'Europe/Berlin' });
  expect(days).toHaveLength(17);
  expect(days[0]).toEqual({ at: '2024-03-30T23:00:00+00:00', count: 1 });
  // 31 March 2024 has 23 hours in Berlin.
  expect(days[1]).toEqual({ at: '2024-03-31T22:00:00+00:00', count: 0 });
  expect(days.at(-1)).toEqual({ at: '2024-04-15T22:00:00+00:00', count: 3 });
  const months = await series({ unit: 'month', fn: 'sum', value: 'pieces' });
  expect(months).toEqual([
    { at: '2024-03-01T00:00:00+00:00', count: 1, value: 5 },
    { at: '2024-04-01T00:00:00+00:00', count: 3, value: 7 },
  ]);
  const [dates] = await measure([{ kind: 'time_series', column: 'sold_on', unit: 'quarter' }]);
  expect(dates.points.map(({ at, count }: any) => [at, count])).toEqual([
    ['2023-10-01', 1],
    ['2024-01-01', 2],
    ['2024-04-01', 0],
    ['2024-07-01', 0],
    ['2024-10-01', 1],
  ]);
});

test('a correlation counts its pairs, and is null where one side is constant', async () => {
  const [line, constant] = await measure([
    { kind: 'correlation', column: 'id', other: 'pieces' },
    { kind: 'correlation', column: 'id', other: 'amount' },
  ]);
  const [row] = await raw('SELECT corr(pieces, id), regr_count(pieces, id)::int FROM shop.sales');
  expect([line.correlation, line.pairs]).toEqual(row);
  expect(constant).toMatchObject({ correlation: null, pairs: 4 });
});

test('frequent values, others and nulls add up to all rows', async () => {
  const [top, nothing] = await measure([
    { kind: 'top', column: 'size', limit: 1 },
    { kind: 'top', column: 'city', limit: 2 },
  ]);
  expect(top).toMatchObject({
    rows: 5,
    values: [{ value: 'small', count: 3 }],
    other: 1,
    nulls: 1,
    distinct: 2,
  });
  expect(nothing).toMatchObject({ rows: 5, other: 2, nulls: 1 });
  const none = await post('statistics', {
    ...sales,
    filter: { or: [] },
    measures: [
      { kind: 'top', column: 'city' },
      { kind: 'histogram', column: 'pieces' },
    ],
  });
  expect(none.body.measures).toMatchObject([
    { rows: 0, values: [], other: 0 },
    { bins: [], left_out: 0 },
  ]);
});

test('classes are of all rows: quantile, equal and natural breaks', async () => {
  const classes = (method: string) =>
    measure([{ kind: 'classes', column: 'id', method, count: 2 }]).then(([first]) => first.classes);
  expect(await classes('quantile')).toEqual([
    { from: 1, to: 3 },
    { from: 3, to: 5 },
  ]);
  expect(await classes('equal')).toEqual([
    { from: 1, to: 3 },
    { from: 3, to: 5 },
  ]);
  expect(await classes('jenks')).toEqual([
    { from: 1, to: 2 },
    { from: 2, to: 5 },
  ]);
});

test('naturalBreaks finds the classes with the least variance that trying all finds', () => {
  const values = [1, 1.2, 1.3, 4, 4.1, 4.4, 9, 9.9, 10, 22].toSorted((a, b) => a - b);
  const spread = (part: number[]) => {
    const mean = part.reduce((a, b) => a + b, 0) / part.length;
    return part.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  };
  let best = { cost: Infinity, edges: [] as number[] };
  for (let a = 1; a < values.length; a += 1) {
    for (let b = a + 1; b < values.length; b += 1) {
      const parts = [values.slice(0, a), values.slice(a, b), values.slice(b)];
      const cost = parts.reduce((sum, part) => sum + spread(part), 0);
      if (cost < best.cost) best = { cost, edges: parts.map((part) => part.at(-1)!) };
    }
  }
  expect(naturalBreaks(values, 3)).toEqual(best.edges);
  expect(naturalBreaks([5, 5, 5], 4)).toEqual([5]);
  expect(naturalBreaks([], 3)).toEqual([]);
});

test.each<[string, object, string]>([
  ['an unknown measure', { kind: 'mode', column: 'id' }, 'measures[0].kind: there is no measure "mode"'],
  [
    'a histogram of texts',
    { kind: 'histogram', column: 'city' },
    'measures[0].column: takes numbers, and "city" is text.',
  ],
  ['an unknown column', { kind: 'top', column: 'citty' }, 'measures[0].column: there is no column "citty"'],
  [
    'a name that every object has',
    { kind: 'constructor', column: 'id' },
    'measures[0].kind: there is no measure "constructor"',
  ],
  ['a share of 2', { kind: 'quantiles', column: 'id', shares: [2] }, 'measures[0].shares: '],
])('POST /api/v1/explorer/statistics returns 400 for %s', async (_title, request, message) => {
  const { status, body } = await post('statistics', { ...sales, measures: [request] });
  expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringContaining(message) });
});
