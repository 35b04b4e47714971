import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Person } from '@cairn/testing';
import { loginOf, startExplorer } from './explorer-app.ts';
import type { ExplorerApp } from './explorer-app.ts';
import { asService } from './report-mgmt-app.ts';

let app: ExplorerApp;
beforeAll(async () => {
  app = await startExplorer();
});
afterAll(() => app.close());

const post = (json: object, key = 'sample') =>
  app.ask(null, {
    path: `/internal/datasources/${key}/options`,
    method: 'POST',
    json,
    headers: asService(),
  });
const read = (sql: string, values: object = {}, person: Person | null = null) =>
  post({ sql, values, ...(person ? { on_behalf_of: person.id } : {}) });
async function addDatasource(fields: object): Promise<void> {
  const json = { ...loginOf(app.sample), ...fields };
  const created = await app.ask(app.root, { path: '/api/v1/datasources', method: 'POST', json });
  if (created.status !== 201) throw new Error(JSON.stringify(created.body));
}
const valuesOf = ({ body }: { body: any }) => body.options.map(({ value }: { value: unknown }) => value);

test('GET /internal/datasources lists the datasources that are switched on, and is 401 to people', async () => {
  await addDatasource({ key: 'off', title: 'Switched off', enabled: false });
  const path = '/internal/datasources';
  expect((await app.ask(null, { path, headers: asService() })).body).toEqual({
    datasources: [{ key: 'sample', title: 'Sample data' }],
  });
  expect((await app.ask(app.root, { path })).status).toBe(401);
  expect((await post({ sql: 'SELECT 1', values: {} }, 'off')).status).toBe(404);
});

test('POST /internal/datasources/{key}/options takes the columns value and label, else the first and the second', async () => {
  const one = await read(`SELECT city FROM shop.sales WHERE id = 1`);
  expect(one).toMatchObject({
    status: 200,
    body: { options: [{ label: 'Berlin', value: 'Berlin' }], truncated: false },
  });
  expect((await read(`SELECT id, city FROM shop.sales WHERE id = 1`)).body.options).toEqual([
    { label: 'Berlin', value: 1 },
  ]);
  const named = await read(`SELECT city AS label, region, big AS value FROM shop.sales WHERE id = 1;`);
  expect(named.body.options).toEqual([{ label: 'Berlin', value: '9007199254740993' }]);
});

test('POST /internal/datasources/{key}/options binds values with the types of their places, lists and repeated names too', async () => {
  const order = 'ORDER BY id';
  expect(valuesOf(await read('SELECT id FROM shop.sales WHERE id = :id', { id: '2' }))).toEqual([2]);
  const either = `SELECT id FROM shop.sales WHERE :day IS NULL OR sold_on = :day ${order}`;
  expect(valuesOf(await read(either, { day: '2024-12-31' }))).toEqual([4]);
  for (const condition of [
    'id = ANY (:ids)',
    'id IN (:ids)',
    'id in ( :ids )',
    '(:ids IS NOT NULL AND id = ANY(:ids))',
  ])
    expect([
      condition,
      valuesOf(await read(`SELECT id FROM shop.sales WHERE ${condition} ${order}`, { ids: ['3', '1'] })),
    ]).toEqual([condition, [1, 3]]);
  const both = 'SELECT id FROM shop.sales WHERE city IN (:cities) AND region = :region';
  const cities = ['Berlin', "' OR 1=1--"];
  expect(valuesOf(await read(both, { cities, region: 'north' }))).toEqual([1]);
  expect(valuesOf(await read(`SELECT id FROM shop.sales WHERE city = :c`, { c: "' OR 1=1--" }))).toEqual([]);
  const casts = `SELECT ':id' || id::text FROM shop.sales WHERE id = :id -- :nothing`;
  expect(valuesOf(await read(casts, { id: '1', unused: 'x' }))).toEqual([':id1']);
  const optional = `SELECT id FROM shop.sales WHERE $X{IN, city, cities} ${order}`;
  expect(valuesOf(await read(optional))).toEqual([1, 2, 3, 4, 5]);
  expect(valuesOf(await read(optional, { cities: ['x'] }))).toEqual([3]);
});

test('POST /internal/datasources/{key}/options is 422 with needs for names without a value', async () => {
  const sql = 'SELECT city FROM shop.sales WHERE region = :region AND id = ANY (:ids)';
  for (const values of [{}, { region: '', ids: [] }]) {
    expect(await read(sql, values)).toMatchObject({
      status: 422,
      body: {
        code: 'report-server.options_need_values',
        error: 'Choose "region", "ids" first: the options depend on them.',
        needs: ['region', 'ids'],
      },
    });
  }
  expect((await read(sql, { region: 'north' })).body.needs).toEqual(['ids']);
});

test.each([
  ['SELECT nothing FROM shop.sales', /query of the options: column "nothing" does not exist/],
  ['SELECT 1; SELECT 2', /Only one statement/],
  ['DELETE FROM shop.sales', /syntax error/],
  ['WITH gone AS (DELETE FROM shop.sales RETURNING id) SELECT id FROM gone', /data-modifying|read-only/],
  ['SELECT pin FROM shop.secret', /may not use/],
  ['SELECT city FROM shop.sales WHERE id = $1', /Use \$P\{name\}/],
  ['SELECT $P!{id} FROM shop.sales', /\$P!\{id\} is allowed/],
])('POST /internal/datasources/{key}/options is 422 with a sentence for %s', async (sql, message) => {
  const { status, body } = await read(sql, { id: 'city' });
  expect({ status, needs: body.needs }).toEqual({ status: 422, needs: undefined });
  expect(body.error).toMatch(message);
  expect((await app.source.query('SELECT count(*)::int AS n FROM shop.sales')).rows).toEqual([{ n: 5 }]);
});

test('POST /internal/datasources/{key}/options cuts after 1,000 options, and says so', async () => {
  const { body } = await read('SELECT generate_series(1, 1001)');
  expect([body.options.length, body.truncated]).toEqual([1000, true]);
  const whole = await read('SELECT generate_series(1, 1000)');
  expect([whole.body.options.length, whole.body.truncated]).toEqual([1000, false]);
});

test('POST /internal/datasources/{key}/options is 422 for a statement that takes longer than the datasource lets it', async () => {
  await addDatasource({ key: 'hurried', title: 'Hurried', statement_timeout_ms: 1000 });
  const { status, body } = await post({ sql: 'SELECT pg_sleep(20)', values: {} }, 'hurried');
  expect([status, body.code]).toEqual([422, 'report-server.query_too_slow']);
});

test('POST /internal/datasources/{key}/options is 404 for an unknown datasource, 400 for another body, 403 for a person who is gone, and 401 to people', async () => {
  const json = { sql: 'SELECT 1', values: {} };
  expect((await post(json, 'nothing')).status).toBe(404);
  for (const wrong of [{ sql: 'SELECT 1' }, { ...json, values: { a: 1 } }, { ...json, on_behalf_of: 'ada' }])
    expect((await post(wrong)).status).toBe(400);
  expect((await post({ ...json, on_behalf_of: null })).status).toBe(200);
  expect((await post({ ...json, on_behalf_of: 999_999 })).status).toBe(403);
  const path = '/internal/datasources/sample/options';
  expect((await app.ask(app.root, { path, method: 'POST', json })).status).toBe(401);
});

test('POST /internal/datasources/{key}/options has the settings of the person for row security, and is 403 beside row policies', async () => {
  await app.source.query(`INSERT INTO shop.mine VALUES (1, $1), (2, '0')`, [String(app.eve.id)]);
  const mine = 'SELECT id FROM shop.mine';
  expect(valuesOf(await read(mine, {}, app.eve))).toEqual([1]);
  expect(valuesOf(await read(mine, {}, app.ada))).toEqual([]);
  const policy = await app.ask(app.root, {
    path: '/api/v1/datasources/sample/row-policies',
    method: 'POST',
    json: {
      ...{ schema: 'shop', table: 'sales', group_id: null },
      filter: { column: 'region', op: 'eq', value: 'north' },
    },
  });
  expect(policy.status).toBe(201);
  for (const person of [app.ada, null]) expect((await read(mine, {}, person)).status).toBe(403);
  expect((await read(mine, {}, app.root)).status).toBe(200);
});
