import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reader } from '@cairn/geo';
import { createFileSource } from '../src/features/rows/file-source.ts';
import { findVersion } from '../src/features/versions/repo.ts';
import type { Version } from '../src/features/versions/types.ts';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let editor: Person;
let viewer: Person;
const countries = '/datasets/countries/versions/1/edit';

beforeAll(async () => {
  app = await startTestVault();
  editor = await app.signUp({ username: 'editor' });
  viewer = await app.signUp({ username: 'viewer', service: 'view' });
  await upload(app, editor, { file: 'countries.gpkg' });
  await upload(app, editor, { file: 'elevation.tif' });
  await upload(app, editor, { file: 'states.zip' });
  await app.grant({ to: viewer, on: 'countries', permission: 'view' });
});

afterAll(() => app.close());

function rows(query: Record<string, unknown> = {}, path = countries) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    search.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return ask(app, editor, { path: `${path}/rows?${search}` });
}

const names = (answer: { body: { rows: { name: string }[] } }) => answer.body.rows.map(({ name }) => name);

describe('GET /datasets/{name}/versions/{version}/edit/capability', () => {
  test('returns 200 for the latest version, also to a user with view only', async () => {
    const { status, body } = await ask(app, viewer, { path: `${countries}/capability` });
    expect(status).toBe(200);
    expect(body).toEqual({
      editable: true,
      layer: 'countries',
      layers: ['countries'],
      datasource_type: 'file',
      pk_column: 'fid',
      feature_count: 241,
    });
  });

  test('returns 200 with the reason for a raster', async () => {
    const { body } = await ask(app, editor, { path: '/datasets/elevation/versions/1/edit/capability' });
    expect(body).toMatchObject({ editable: false, reason: 'A raster has no rows.', layers: [] });
  });

  test('returns 404 for an unknown layer or version', async () => {
    const layer = await ask(app, editor, { path: `${countries}/capability?layer=x` });
    expect([layer.status, layer.body.error]).toEqual([404, 'There is no layer "x" in this version.']);
    expect((await ask(app, editor, { path: '/datasets/countries/versions/7/edit/capability' })).status).toBe(
      404,
    );
  });
});

describe('GET /datasets/{name}/versions/{version}/edit/schema', () => {
  test('returns 200 with the key first and the editable columns', async () => {
    const { status, body } = await ask(app, editor, { path: `${countries}/schema` });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      layer: 'countries',
      primary_key: 'fid',
      pk_column: 'fid',
      identity: ['fid'],
      geometry_column: 'geom',
      editable: true,
    });
    expect(body.columns.slice(0, 2)).toEqual([
      {
        name: 'fid',
        type: 'integer',
        editable: false,
        nullable: false,
        native_type: 'INTEGER',
        primary_key: true,
      },
      { name: 'name', type: 'text', editable: true, nullable: true, native_type: 'TEXT' },
    ]);
  });

  test('returns 200 for a shapefile with the key of its working copy and its field widths', async () => {
    const { body } = await ask(app, editor, { path: '/datasets/states/versions/1/edit/schema' });
    expect(body).toMatchObject({ layer: 'states', pk_column: 'cairn_fid', editable: true });
    expect(body.columns).toContainEqual(
      expect.objectContaining({ name: 'name', type: 'text', width: expect.any(Number) }),
    );
  });

  test('returns 400 for a raster', async () => {
    const { status, body } = await ask(app, editor, { path: '/datasets/elevation/versions/1/edit/schema' });
    expect([status, body.error]).toEqual([400, 'A raster has no rows.']);
  });
});

describe('GET /datasets/{name}/versions/{version}/edit/rows', () => {
  test('returns 200 with rows in key order, their hashes and extents, and the total', async () => {
    const { status, body } = await rows({ limit: 3 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      dataset: 'countries',
      version: 1,
      layer: 'countries',
      pk_column: 'fid',
      total: 241,
      limit: 3,
      offset: 0,
      order: 'asc',
    });
    expect(body.rows.map(({ fid }: { fid: number }) => fid)).toEqual([1, 2, 3]);
    expect(body.rows[0]).toMatchObject({ name: 'Afghanistan' });
    expect(body.rows[0]).not.toHaveProperty('geom');
    expect(new Set(body.hashes).size).toBe(3);
    const [west, south, east, north] = body.bounds[0];
    expect([west, south, east, north].map(Math.round)).toEqual([60, 29, 75, 38]);
  });

  test('pages and sorts in both directions with nulls last', async () => {
    const all = await rows({ sort: 'name', limit: 500 });
    expect(names(all)).toEqual([...names(all)].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    const part = await rows({ sort: 'name', limit: 10, offset: 100 });
    expect(names(part)).toEqual(names(all).slice(100, 110));
    const down = await rows({ sort: 'population', order: 'desc', limit: 2 });
    expect(names(down)).toEqual(['China', 'India']);
    expect((await rows({ sort: 'name', limit: 10, offset: 9999 })).body).toMatchObject({
      rows: [],
      total: 241,
    });
  });

  test.each([
    ['=', { column: 'name', op: '=', value: 'Peru' }, 1],
    ['!=', { column: 'continent', op: '!=', value: 'Africa' }, 187],
    ['>', { column: 'population', op: '>', value: 1_000_000_000 }, 2],
    ['contains, whatever the case', { column: 'name', op: 'contains', value: 'LAND' }, 15],
    ['starts_with', { column: 'name', op: 'starts_with', value: 'united' }, 3],
    ['in', { column: 'iso_a2', op: 'in', value: ['FR', 'DE', 'XX'] }, 2],
    ['is_null', { column: 'name', op: 'is_null' }, 0],
    ['not_null', { column: 'name', op: 'not_null' }, 241],
    ['a percent sign as itself', { column: 'name', op: 'contains', value: '%' }, 0],
  ])('filters by %s', async (_op, filter, total) => {
    const { status, body } = await rows({ filters: [filter], limit: 500 });
    expect([status, body.total, body.rows.length]).toEqual([200, total, total]);
  });

  test('returns one row by its key', async () => {
    const { body } = await rows({ filters: [{ column: 'fid', op: '=', value: 7 }] });
    expect(body.total).toBe(1);
    expect(body.rows[0].fid).toBe(7);
    expect((await rows({ filters: [{ column: 'fid', op: '=', value: 9999 }] })).body.total).toBe(0);
  });

  test('combines filters with a sort', async () => {
    const filters = [
      { column: 'continent', op: '=', value: 'Oceania' },
      { column: 'population', op: '>', value: 1_000_000 },
    ];
    const answer = await rows({ filters, sort: 'population', order: 'desc' });
    expect(names(answer).slice(0, 2)).toEqual(['Australia', 'Papua New Guinea']);
  });

  test('returns extents in degrees for any coordinate system', async () => {
    const filters = [{ column: 'name', op: '=', value: 'California' }];
    const { body } = await rows({ filters }, '/datasets/states/versions/1/edit');
    const [west, south, east, north] = body.bounds[0];
    // California is between 124.5 and 114.1 degrees west, 32.5 and 42 north. Its box in Robinson is slanted there.
    expect(west).toBeGreaterThan(-132);
    expect(west).toBeLessThan(-124);
    expect(east).toBeGreaterThan(-115);
    expect(east).toBeLessThan(-108);
    expect(south).toBeCloseTo(32.5, 0);
    expect(north).toBeCloseTo(42, 0);
  });

  test('pages rows by key also when keys are missing', async () => {
    const gaps = await rows({ filters: [{ column: 'fid', op: 'in', value: [240, 5, 17] }], limit: 2 });
    expect(gaps.body).toMatchObject({ total: 3, rows: [{ fid: 5 }, { fid: 17 }] });
  });

  test('returns the page when another request evicts the sort order before it is read', async () => {
    const { context, storageRoot } = app;
    let removals = 0;
    const reader: Reader = {
      ...context.reader,
      async run(request, options) {
        if (request.task === 'rows') {
          removals += 1;
          await rm(join(storageRoot, 'derived/ro/row-orders'), { recursive: true });
        }
        return context.reader.run(request, options);
      },
    };
    const version = (await findVersion(context.db, await app.idOf('countries'), 1)) as Version;
    const page = await createFileSource({ ...context, reader }).page(version, {
      layer: undefined,
      limit: 2,
      offset: 0,
      sort: 'population',
      descending: true,
      filters: () => null,
      withDraft: true,
      isCounted: true,
      signal: new AbortController().signal,
    });
    expect([page.rows.map(({ name }) => name), removals]).toEqual([['China', 'India'], 1]);
  });
});
