import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { download, openDerivations, rowsOf } from './derivations.ts';
import type { Derivations } from './derivations.ts';

let it: Derivations;

beforeAll(async () => {
  it = await openDerivations();
  await upload(it.app, it.ada, { file: 'countries.gpkg' });
  await upload(it.app, it.ada, { file: 'states.zip' });
});

afterAll(() => it.close());

const derivation = (calculate: object) => ({ operation: 'calculate', calculate });

function derive(dataset: string, name: string, calculate: object) {
  return it.derive(dataset, 1, 'derive', { ...derivation(calculate), dataset_name: name });
}

const expression = 'round(gdp_md_usd * 1000000 / population, 2)';

test('POST /datasets/{name}/versions/{version}/derive returns 201 with a new field, and the lineage contains its expression', async () => {
  const { status, body } = await derive('countries', 'with gdp', { field: 'gdp per head', expression });
  expect([status, body.error]).toEqual([201, undefined]);
  expect(body).toMatchObject({ dataset: 'with gdp', new_version: 1, feature_count: 241 });
  const file = await download(it, body.version_id);
  const columns = rowsOf(file, `SELECT name, type FROM pragma_table_info('countries')`);
  expect(columns.at(-1)).toEqual({ name: 'gdp per head', type: 'REAL' });
  const rows = rowsOf(file, 'SELECT "gdp per head" AS value, gdp_md_usd, population, geom FROM countries');
  const sources = rowsOf('countries.gpkg', 'SELECT gdp_md_usd, population, geom FROM countries');
  expect(rows.map(({ value: _value, ...others }) => others)).toEqual(sources);
  for (const { value, gdp_md_usd: gdp, population } of rows)
    if (population === null) expect(value).toBeNull();
    else expect(value).toBeCloseTo((Number(gdp) * 1e6) / Number(population), 1);
  expect(await it.version(body.version_id)).toMatchObject({
    operation: 'calculate',
    parameters: {
      layer: 'countries',
      calculated: 'gdp per head',
      replace: false,
      type: 'real',
      expression,
      features_in: 241,
      features_out: 241,
    },
  });
  const { body: lineage } = await ask(it.app, it.ada, { path: `/versions/${body.version_id}/lineage` });
  expect(lineage.edges).toEqual([expect.objectContaining({ to: body.version_id, role: 'parent' })]);
  const jobs = await ask(it.app, it.ada, { path: '/api/jobs' });
  expect(JSON.stringify(jobs.body)).toContain('Calculated a field of with gdp');
  const fields = await ask(it.app, it.ada, { path: '/datasets/with%20gdp/versions/1/fields' });
  expect(fields.body.fields).toContainEqual(expect.objectContaining({ name: 'gdp per head', type: 'real' }));
});

test('POST /datasets/{name}/versions/{version}/derive/version returns 200 with a replaced field to an editor and 403 to a viewer', async () => {
  const bob = await it.app.signUp({ username: 'bob' });
  await it.app.grant({ to: bob, on: 'countries', permission: 'view' });
  const request = derivation({
    field: 'ISO_A3',
    replace: true,
    expression: "coalesce(iso_a3, '?') || '-' || fid",
  });
  expect((await it.derive('countries', 1, 'derive/version', request, bob)).status).toBe(403);
  const { status, body } = await it.derive('countries', 1, 'derive/version', request);
  expect([status, body.error]).toEqual([200, undefined]);
  const file = await download(it, body.version_id);
  const [sum] = rowsOf('countries.gpkg', 'SELECT count(*) AS n FROM countries');
  const [right] = rowsOf(
    file,
    `SELECT count(*) AS n FROM countries WHERE iso_a3 GLOB '*-' || fid AND length(iso_a3) > 2`,
  );
  expect(right).toEqual(sum);
});

test('a text and a name longer than a shapefile allows are stored in full', async () => {
  const long = `${Array.from({ length: 6 }, () => "name || ' of ' || country").join(" || ', ' || ")}`;
  const field = 'a name of more than ten characters';
  const { status, body } = await derive('states', 'long texts', { field, expression: long });
  expect([status, body.error]).toEqual([201, undefined]);
  const file = await download(it, body.version_id);
  const rows = rowsOf(file, `SELECT name, country, "${field}" AS value FROM states`);
  expect(rows.length).toBeGreaterThan(50);
  for (const { name, country, value } of rows)
    expect(value).toBe(
      Array(6)
        .fill(`${String(name)} of ${String(country)}`)
        .join(', '),
    );
  expect(rows.some(({ value }) => String(value).length > 254)).toBe(true);
});

test('values too large for the field are left empty, and a warning gives their number', async () => {
  const { body } = await derive('countries', 'too large', {
    field: 'big',
    expression: '1e308 * population',
  });
  expect((body as any).warnings).toEqual([
    '238 features have no value in "big", because the result is too large for the field.',
  ]);
});

describe('POST /datasets/{name}/versions/{version}/derive/preview', () => {
  const preview = async (calculate: object, dataset = 'countries') =>
    it.derive(dataset, 1, 'derive/preview', derivation(calculate));

  test('POST /datasets/{name}/versions/{version}/derive/preview returns 200 with the values of the first features', async () => {
    const { status, body } = await preview({
      field: 'label',
      expression: "upper(name) || ' ' || population",
    });
    expect([status, body.error]).toEqual([200, undefined]);
    const { calculated, ...facts } = body as any;
    expect(facts).toMatchObject({ feature_count: 241, total: 241 });
    expect(facts.area_m2).toBeUndefined();
    const first = rowsOf('countries.gpkg', 'SELECT name, population FROM countries ORDER BY fid LIMIT 10');
    expect(calculated).toEqual({
      field: 'label',
      type: 'text',
      reads: ['name', 'population'],
      rows: first.map(({ name, population }) => [
        name,
        population,
        population === null ? null : `${String(name).toUpperCase()} ${String(population)}`,
      ]),
    });
    expect(facts.sample.features.length).toBeGreaterThan(0);
  });

  test('a replaced field shows the values before and after', async () => {
    const { body } = await preview({ field: 'population', replace: true, expression: 'population * 2' });
    const { rows } = (body as any).calculated;
    expect(rows).toHaveLength(10);
    for (const [before, after] of rows) expect(after).toBe(before * 2);
  });

  test('previews a shapefile, and an expression without fields', async () => {
    const { status, body } = await preview({ field: 'year', type: 'integer', expression: '2026' }, 'states');
    expect([status, body.error]).toEqual([200, undefined]);
    expect((body as any).calculated).toEqual({
      field: 'year',
      type: 'integer',
      reads: [],
      rows: Array(10).fill([2026]),
    });
  });
});

describe('POST /datasets/{name}/versions/{version}/derive returns 400 and creates nothing', () => {
  test.each([
    ['no expression', { field: 'x' }, /expression/],
    ['an empty expression', { field: 'x', expression: '' }, /expression/],
    ['no field', { expression: '1' }, /field/],
    ['a type that is not there', { field: 'x', type: 'date', expression: '1' }, /type/],
    [
      'text in arithmetic',
      { field: 'x', expression: 'name + 1' },
      /after 5 characters: \+ calculates with numbers/,
    ],
    ['text in a field of numbers', { field: 'x', type: 'real', expression: 'name' }, /Choose the type text/],
    ['a field that is not there', { field: 'x', expression: 'popluation' }, /did you mean "population"\?/],
    ['a name that exists', { field: 'NAME', expression: '1' }, /already has a field "NAME"/],
    ['the key', { field: 'fid', replace: true, expression: '1' }, /"fid" identifies the features/],
    [
      'the geometry',
      { field: 'geom', expression: '1' },
      /"geom" identifies the features or contains their geometries/,
    ],
    ['a statement', { field: 'x', expression: '1; DROP TABLE countries' }, /leave the semicolon out/],
    ['a query', { field: 'x', expression: '(SELECT 1)' }, /an operator such as|close it with/],
    [
      'a function of SQLite',
      { field: 'x', expression: "load_extension('x')" },
      /there is no function load_ext/,
    ],
    [
      'a layer that is not there',
      { layer: 'nowhere', field: 'x', expression: '1' },
      /choose one of: countries/,
    ],
  ])('with %s', async (_what, calculate, sentence) => {
    const before = await it.app.rows('versions');
    const answer = await derive('countries', 'refused', calculate);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await it.app.rows('versions')).toBe(before);
  });
});
