import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { openDerivations, download, rowsOf } from './derivations.ts';
import type { Derivations } from './derivations.ts';
import type { Person } from './test-app.ts';

let it: Derivations;

beforeAll(async () => {
  it = await openDerivations();
  await upload(it.app, it.ada, { file: 'countries.gpkg' });
  await upload(it.app, it.ada, { file: 'states.zip' });
  await upload(it.app, it.ada, { file: 'elevation.tif' });
});

afterAll(() => it.close());

test('GET /datasets/{name}/versions/{version}/fields returns 200 with the fields of a layer and the names of all layers', async () => {
  const { status, body } = await ask(it.app, it.ada, { path: '/datasets/countries/versions/1/fields' });
  expect(status).toBe(200);
  expect(body).toMatchObject({ dataset: 'countries', version: 1, layer: 'countries', layers: ['countries'] });
  expect(body).toMatchObject({ geometry_type: 'MultiPolygon', feature_count: 241 });
  const types = Object.fromEntries(body.fields.map((field: any) => [field.name, field.type]));
  expect(types).toMatchObject({ name: 'text', population: 'integer', gdp_md_usd: 'real' });
});

describe('GET /datasets/{name}/versions/{version}/values', () => {
  const values = (query: string, dataset = 'countries') =>
    ask(it.app, it.ada, { path: `/datasets/${dataset}/versions/1/values?${query}` });

  test('GET /datasets/{name}/versions/{version}/values returns 200 with values and counts, the most frequent first', async () => {
    const { status, body } = await values('field=continent');
    expect(status).toBe(200);
    expect(body).toMatchObject({ dataset: 'countries', version: 1, layer: 'countries', field: 'continent' });
    expect(body.values.slice(0, 2)).toEqual(['Africa', 'Asia']);
    expect(body.counts.slice(0, 2)).toEqual([54, 53]);
    expect(body.counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(241);
    expect(body.truncated).toBe(false);
  });

  test('lists the first 200 values and marks the list as truncated; NULL is a value', async () => {
    const { body } = await values('field=name&layer=countries');
    expect(body.values).toHaveLength(200);
    expect(body.truncated).toBe(true);
    const codes = (await values('field=ISO_A3')).body;
    expect(codes).toMatchObject({ field: 'iso_a3' });
    expect(codes.values[0]).toBeNull();
    expect(codes.counts[0]).toBe(6);
  });

  test('reads a shapefile', async () => {
    const { status, body } = await values('field=country', 'states');
    expect(status).toBe(200);
    expect(body.counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(100);
  });

  test.each([
    ['an unknown field', 'field=contnent', 400, 'There is no field "contnent"; did you mean "continent"?'],
    ['an unknown layer', 'field=name&layer=x', 400, 'There is no layer "x"; choose one of: countries.'],
    ['no field', '', 400, /field/],
  ])('returns 4xx for %s', async (_what, query, status, sentence) => {
    const answer = await values(query);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatch(sentence);
  });

  test('returns 400 for a raster and 404 for an unknown version', async () => {
    expect((await values('field=x', 'elevation')).status).toBe(400);
    const missing = await ask(it.app, it.root, { path: '/datasets/countries/versions/9/values?field=x' });
    expect(missing.status).toBe(404);
  });
});

describe('POST /datasets/{name}/versions/{version}/filter', () => {
  test('POST /datasets/{name}/versions/{version}/filter returns 200 and creates a version with the matching features', async () => {
    const where = `continent = 'Europe' AND population > 10000000`;
    const { status, body } = await it.derive('countries', 1, 'filter', { where });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, dataset: 'countries', feature_count: 14 });
    const version = await it.version(body.version_id);
    expect(version).toMatchObject({
      version: body.new_version,
      operation: 'filter',
      file_name: 'countries.gpkg',
      parameters: { layer: 'countries', where, features_in: 241, features_out: 14 },
    });
    expect(Number(version.parent_id)).toBe(await it.versionId('countries', 1));
    const file = await download(it, body.version_id);
    const expected = rowsOf(
      'countries.gpkg',
      `SELECT fid, name, population, geom FROM countries WHERE ${where}`,
    );
    expect(rowsOf(file, 'SELECT fid, name, population, geom FROM countries')).toEqual(expected);
    expect(rowsOf(file, `SELECT rtreecheck('rtree_countries_geom') AS found`)).toEqual([{ found: 'ok' }]);
  });

  test('a condition on a shapefile creates a GeoPackage and leaves the shapefile unchanged', async () => {
    const { status, body } = await it.derive('states', 1, 'filter', { where: `Country = 'Canada'` });
    expect(status).toBe(200);
    const version = await it.version(body.version_id);
    expect(version).toMatchObject({ file_name: 'states.gpkg', format: 'GPKG' });
    const file = await download(it, body.version_id);
    const [count] = rowsOf(file, `SELECT count(*) AS n, min(country) AS country FROM states`);
    expect(count).toEqual({ n: body.feature_count, country: 'Canada' });
  });

  test('returns 202 and a job with Prefer: respond-async, and the job has the same result', async () => {
    const answer = await ask(it.app, it.ada, {
      method: 'POST',
      path: '/datasets/countries/versions/1/filter',
      json: { where: 'population > 1000000000' },
      headers: { prefer: 'respond-async' },
    });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ kind: 'version.derive', title: 'countries' });
    const job = await it.ended(answer.body.id);
    expect(job).toMatchObject({
      status: 'succeeded',
      summary: `Filtered countries as version ${job.result?.new_version}`,
      page: '/datasets/countries',
      result: { success: true, feature_count: 2 },
    });
  });

  test.each([
    ['an unknown field', { where: 'popluation > 1' }, 400, /did you mean "population"/],
    ['an unknown layer', { where: 'a = 1', layer: 'x' }, 400, /choose one of: countries/],
    ['a condition that nothing fits', { where: `name = 'Atlantis'` }, 400, /matches the condition/],
    ['an empty condition', { where: ' ' }, 400, /it is empty/],
    ['no condition', {}, 400, /where/],
  ])(
    'returns 4xx for %s and creates nothing',
    async (_what, json, status, sentence) => {
      const before = await it.app.rows('versions');
      const answer = await it.derive('countries', 1, 'filter', json);
      expect(answer.status).toBe(status);
      expect(answer.body.error).toMatch(sentence);
      expect(await it.app.rows('versions')).toBe(before);
    },
    60_000,
  );
});

describe('POST /datasets/{name}/versions/{version}/derive', () => {
  const request = { operation: 'filter', filter: { where: `continent = 'Asia'` } };

  test('POST /datasets/{name}/versions/{version}/derive returns 201 with a dataset that the viewer owns, and leaves the source unchanged', async () => {
    const bob = await it.app.signUp({ username: 'bob' });
    await it.app.grant({ to: bob, on: 'countries', permission: 'view' });
    const before = await it.app.admin.query(`SELECT count(*)::int AS n FROM vault.versions v
      JOIN vault.datasets d ON d.id = v.dataset_id WHERE d.name = 'countries'`);
    const { status, body } = await it.derive(
      'countries',
      1,
      'derive',
      { ...request, dataset_name: 'asia' },
      bob,
    );
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body).toMatchObject({ success: true, dataset: 'asia', new_version: 1, feature_count: 53 });
    const version = await it.version(body.version_id);
    expect(version).toMatchObject({ operation: 'filter', file_name: 'asia.gpkg', created_by: 'bob' });
    expect(Number(version.parent_id)).toBe(await it.versionId('countries', 1));
    const after = await it.app.admin.query(`SELECT count(*)::int AS n FROM vault.versions v
      JOIN vault.datasets d ON d.id = v.dataset_id WHERE d.name = 'countries'`);
    expect(after.rows).toEqual(before.rows);
    const seen = (person: Person) => ask(it.app, person, { path: '/datasets/asia/metadata' });
    expect((await seen(bob)).body.permissions).toMatchObject({ view: true, edit: true, admin: true });
    expect((await seen(it.ada)).status).toBe(403);
    const jobs = await it.app.admin.query(
      `SELECT id FROM vault.jobs WHERE payload #>> '{new_dataset,name}' = 'asia'`,
    );
    const job = (person: Person) => ask(it.app, person, { path: `/api/jobs/${jobs.rows[0].id}` });
    expect((await job(bob)).body).toMatchObject({ title: 'asia', status: 'succeeded' });
    expect((await job(it.ada)).status).toBe(404);
  });

  test.each([
    ['a name that is taken', { dataset_name: 'states' }, 409, /is not available. Choose another name/],
    ['an invalid name', { dataset_name: '../x' }, 400, /dataset name may contain/],
    ['no name', {}, 400, /dataset_name/],
    ['no such operation', { dataset_name: 'new', operation: 'melt' }, 400, /operation/],
    ['an operation without its input', { dataset_name: 'new', filter: undefined }, 400, /"filter"/],
    [
      'a condition that nothing fits',
      { dataset_name: 'new', filter: { where: `name = 'Atlantis'` } },
      400,
      /Nothing was created/,
    ],
  ])(
    'returns 4xx for %s and creates nothing',
    async (_what, json, status, sentence) => {
      const before = [await it.app.rows('versions'), await it.app.rows('datasets')];
      const answer = await it.derive('countries', 1, 'derive', { ...request, ...json });
      expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(sentence)]);
      expect([await it.app.rows('versions'), await it.app.rows('datasets')]).toEqual(before);
    },
    60_000,
  );

  test('creates nothing in a folder that was closed to the requester while the job waited', async () => {
    const { app, ada, root } = it;
    const chosen = (await ask(app, ada, { path: '/api/folders', method: 'POST', json: { name: 'Chosen' } }))
      .body.id;
    const implied = (await ask(app, ada, { path: '/api/folders', method: 'POST', json: { name: 'Implied' } }))
      .body.id;
    const source = { path: '/datasets/states/folder', method: 'PUT', json: { folder_id: implied } };
    expect((await ask(app, ada, source)).status).toBe(200);
    await it.worker.stop();
    const queue = async (dataset: string, query: string): Promise<string> =>
      (
        await ask(app, ada, {
          method: 'POST',
          path: `/datasets/states/versions/1/derive${query}`,
          json: { operation: 'filter', filter: { where: `country = 'Canada'` }, dataset_name: dataset },
          headers: { prefer: 'respond-async' },
        })
      ).body.id;
    const jobs = [await queue('into-chosen', `?folder_id=${chosen}`), await queue('into-implied', '')];
    await app.admin.query(
      `UPDATE vault.folders SET owner_id = $1, group_id = (SELECT id FROM portal.groups WHERE kind = 'administrators')
        WHERE id = ANY($2)`,
      [root.id, [chosen, implied]],
    );
    const worker = app.work();
    try {
      const [refused, done] = [await it.ended(jobs[0]!), await it.ended(jobs[1]!)];
      expect(refused.status).toBe('failed');
      expect(refused.error).toContain(`There is no folder ${chosen} that is open to you`);
      expect(done.status).toBe('succeeded');
      const { rows } = await app.admin.query(
        `SELECT name, folder_id FROM vault.datasets WHERE name LIKE 'into-%'`,
      );
      expect(rows).toEqual([{ name: 'into-implied', folder_id: null }]);
    } finally {
      await worker.stop();
    }
  });
});
