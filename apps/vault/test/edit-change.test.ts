import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let ben: Person;
let countries: ReturnType<typeof editor>;
const PEAK = { type: 'Point', coordinates: [10.98, 47.42] };

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  ben = await app.signUp({ username: 'ben' });
  await upload(app, ada, { file: 'countries.gpkg' });
  await upload(app, ada, { file: 'populated-places.geojson' });
  await upload(app, ada, { file: 'elevation.tif' });
  await app.grant({ to: ben, on: 'countries', permission: 'edit' });
  countries = editor(app, ada, 'countries');
});

afterAll(() => app.close());
afterEach(async () => {
  await countries.discard();
  await editor(app, ada, 'populated-places').discard();
});

describe('POST /datasets/{name}/versions/{version}/edit/update', () => {
  test('returns 200 with the changed row, and the table shows it at once', async () => {
    const { status, body } = await countries.update(1, { name: 'Ärger', population: 5 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      affected: 1,
      pk_value: 1,
      row: { fid: 1, name: 'Ärger', population: 5, iso_a2: 'AF' },
      edit_id: expect.any(Number),
      working: { edits: 1, revision: 1, people: ['ada'] },
    });
    const page = (await countries.rows({ limit: 1 })).body;
    expect(page.rows[0]).toEqual(body.row);
    expect(page.hashes[0]).toBe(body.hash);
    expect(page.working.edits).toBe(1);
    expect((await countries.rows({ limit: 1, sealed: 'true' })).body.rows[0].name).toBe('Afghanistan');
  });

  test('moves the row in sorted and filtered pages', async () => {
    await countries.update(1, { name: 'zzz' });
    const last = (await countries.rows({ sort: 'name', offset: 240 })).body;
    expect(last.rows).toMatchObject([{ fid: 1, name: 'zzz' }]);
    const filters = [{ column: 'name', op: '=', value: 'Afghanistan' }];
    expect((await countries.rows({ filters })).body.total).toBe(0);
  });

  test('returns 200 without an edit when nothing is different', async () => {
    const { status, body } = await countries.update(1, { name: 'Afghanistan' });
    expect([status, body.affected, body.edit_id, body.working]).toEqual([200, 1, undefined, undefined]);
  });

  test('returns 409 with the current row for an outdated hash', async () => {
    const seen = await countries.row(2);
    const first = await editor(app, ben, 'countries').update(2, { name: 'Ben' }, { hash: seen.hash });
    expect(first.status).toBe(200);
    const second = await countries.update(2, { name: 'Ada' }, { hash: seen.hash });
    expect(second.status).toBe(409);
    expect(second.body).toEqual({
      error: 'The row was changed since you read it. Check its current values and try again.',
      current: first.body.row,
      current_hash: first.body.hash,
    });
    expect((await countries.update(2, { name: 'Ada' }, { hash: first.body.hash })).status).toBe(200);
    expect((await countries.edits()).body.working.people).toEqual(['ada', 'ben']);
  });

  test.each([
    ['a missing row', 9999, 'fid', 409, 'There is no longer a row with fid 9999. Reload the rows.'],
    ['a column that is not the key', 1, 'name', 400, '"name" is not the key of the layer. The key is "fid".'],
    ['a key that is not a number', 'x', 'fid', 400, 'The key "fid" must be a whole number.'],
    ['a key with a fraction', 1.5, 'fid', 400, 'The key "fid" must be a whole number.'],
  ])('rejects %s', async (_what, value, column, status, error) => {
    const json = { pk_column: column, pk_value: value, updates: { name: 'x' } };
    expect(await countries.post('update', json)).toMatchObject({ status, body: { error } });
  });

  test.each([
    [{}, 'The update contains no values. Send at least one.'],
    [{ nope: 1 }, 'There is no column "nope". See the schema for all columns.'],
    [{ fid: 9 }, 'The column "fid" cannot be edited.'],
    [{ population: 'many' }, 'The column "population" takes a whole number.'],
    [{ population: 1.5 }, 'The column "population" takes a whole number.'],
    [{ population: 2 ** 31 }, 'The column "population" takes whole numbers from -2147483648 to 2147483647.'],
    [{ gdp_md_usd: 'NaN' }, 'The column "gdp_md_usd" takes a number.'],
    [{ name: 5 }, 'The column "name" takes text.'],
    [{ name: 'a\ud800' }, 'The request body contains half a character (a lone surrogate); remove it.'],
  ])('returns 400 for the values %j', async (updates, error) => {
    expect(await countries.update(1, updates)).toMatchObject({ status: 400, body: { error } });
  });

  test('returns 409 for a raster and 404 for an unknown layer', async () => {
    const raster = await editor(app, ada, 'elevation').update(1, { a: 1 });
    expect(raster).toMatchObject({ status: 409, body: { error: 'A raster has no rows.' } });
    const json = { pk_column: 'fid', pk_value: 1, updates: { name: 'x' } };
    expect((await countries.post('update', json, 'nope')).status).toBe(404);
  });

  test('returns 403 for a user with view only', async () => {
    const eve = await app.signUp({ username: 'eve' });
    await app.grant({ to: eve, on: 'countries', permission: 'view' });
    expect((await editor(app, eve, 'countries').update(1, { name: 'x' })).status).toBe(403);
    expect((await editor(app, eve, 'countries').rows()).status).toBe(200);
  });
});

describe('POST /datasets/{name}/versions/{version}/edit/delete', () => {
  test('returns 200 and deletes the row, and 409 for a deleted one', async () => {
    const seen = await countries.row(3);
    const { status, body } = await countries.remove(3, { hash: seen.hash });
    expect([status, body.affected, body.row]).toEqual([200, 1, undefined]);
    const page = (await countries.rows({ limit: 3 })).body;
    expect(page.total).toBe(240);
    expect(page.rows.map(({ fid }: { fid: number }) => fid)).toEqual([1, 2, 4]);
    expect((await countries.remove(3)).status).toBe(409);
    expect((await countries.update(3, { name: 'x' })).status).toBe(409);
  });

  test('returns 409 with the row when it was changed in the meantime', async () => {
    const seen = await countries.row(4);
    await countries.update(4, { name: 'other' });
    const answer = await countries.remove(4, { hash: seen.hash });
    expect(answer).toMatchObject({ status: 409, body: { current: { name: 'other' } } });
  });
});

describe('POST /datasets/{name}/versions/{version}/edit/insert', () => {
  test('returns 200 with the new key; the row is in the table, on the map and editable', async () => {
    const places = editor(app, ada, 'populated-places');
    const before = (await places.rows({ order: 'desc', limit: 1 })).body;
    const { status, body } = await places.insert({ name: 'Peak', population: 0 }, { geometry: PEAK });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      pk_value: before.rows[0].cairn_fid + 1,
      row: { name: 'Peak', population: 0, country: null },
    });
    const page = (await places.rows({ order: 'desc', limit: 1 })).body;
    expect(page.total).toBe(before.total + 1);
    expect(page.rows[0]).toEqual(body.row);
    expect(page.bounds[0]).toEqual([10.98, 47.42, 10.98, 47.42]);
    const key = { pk_column: 'cairn_fid', pk_value: body.pk_value };
    const changed = await places.post('update', { ...key, updates: { name: 'Summit' }, hash: body.hash });
    expect(changed.body.row.name).toBe('Summit');
    expect((await places.post('delete', key)).status).toBe(200);
    expect((await places.rows()).body.total).toBe(before.total);
    // A key is not used twice.
    expect((await places.insert({ name: 'Next' })).body.pk_value).toBe(body.pk_value + 1);
  });

  test.each([
    ['an unknown column', { nope: 1 }, undefined, /There is no column "nope"/],
    ['the key', { fid: 5 }, undefined, /"fid" cannot be edited/],
    ['a point among areas', {}, PEAK, /has geometries of the type MultiPolygon in WGS 84. This Point/],
    ['no geometry at all', {}, { type: 'GeometryCollection', geometries: [] }, /must be one of Point/],
    ['degrees beyond the world', {}, { type: 'Point', coordinates: [500, 1] }, /Longitudes must be between/],
    [
      'a ring that is open',
      {},
      {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 1],
          ],
        ],
      },
      /the last of which equals the first/,
    ],
    ['invalid coordinates', {}, { type: 'Point', coordinates: ['a', null] }, /A position must be longitude/],
    ['wrong nesting', {}, { type: 'Polygon', coordinates: [1, 2] }, /not nested correctly/],
  ])('returns 400 for %s', async (_what, row, geometry, error) => {
    const answer = await countries.insert(row, geometry ? { geometry } : {});
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringMatching(error) } });
  });
});

describe('GET /datasets/{name}/edits', () => {
  test('returns 200 with the edits, newest first, with changed values only, and all values of a deleted row', async () => {
    await countries.update(1, { name: 'A', population: 1 });
    await editor(app, ben, 'countries').remove(5);
    await countries.insert({ name: 'New' });
    const { status, body } = await countries.edits();
    expect(status).toBe(200);
    expect(body.dataset).toBe('countries');
    expect(body.working).toMatchObject({ edits: 3, revision: 3, people: ['ada', 'ben'] });
    expect(body.working.seals_at).toBeUndefined();
    const [inserted, deleted, updated] = body.edits;
    expect(inserted).toMatchObject({ kind: 'insert', by: 'ada', before: null, after: { name: 'New' } });
    expect(deleted).toMatchObject({ kind: 'delete', by: 'ben', by_id: ben.id, pk_value: 5, after: null });
    expect(Object.keys(deleted.before)).toHaveLength(14);
    expect(updated).toMatchObject({
      layer: 'countries',
      kind: 'update',
      pk_value: 1,
      before: { name: 'Afghanistan', population: expect.any(Number) },
      after: { name: 'A', population: 1 },
    });
    expect((await countries.edits(`?before=${inserted.id}&limit=1`)).body.edits).toEqual([deleted]);
    expect((await countries.edits('?version=1')).body.edits).toEqual([]);
  });

  test('returns 404 for an unknown version', async () => {
    expect((await countries.edits('?version=9')).status).toBe(404);
  });
});

describe('POST /datasets/{name}/edits/discard', () => {
  test('returns 200 and undoes the last edit, then all edits', async () => {
    const before = await countries.row(1);
    for (const name of ['A', 'B', 'C']) await countries.update(1, { name });
    const undone = await countries.discard({ last: true });
    expect(undone.status).toBe(200);
    expect(undone.body.edits.map(({ after }: { after: { name: string } }) => after.name)).toEqual(['B', 'A']);
    expect((await countries.row(1)).name).toBe('B');
    expect((await countries.discard()).body).toEqual({ dataset: 'countries', edits: [] });
    expect(await countries.row(1)).toEqual(before);
    const { rows: kept } = await app.admin.query(
      `SELECT count(*) AS n FROM vault.edits WHERE layer = 'countries'`,
    );
    expect(Number(kept[0].n)).toBeGreaterThanOrEqual(3);
  });

  test('returns 409 without edits', async () => {
    const { status, body } = await countries.discard({ last: true });
    expect([status, body.error]).toEqual([409, 'The dataset "countries" has no edits to discard.']);
  });

  test('ends the session when its only edit is undone', async () => {
    await countries.update(1, { name: 'A' });
    expect((await countries.discard({ last: true })).body.working).toBeUndefined();
    expect(
      (await ask(app, ada, { path: '/datasets/countries/versions/1/edit/capability' })).body.working,
    ).toBe(undefined);
  });
});
