import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask, upload } from './client.ts';
import { editor } from './editing.ts';
import { startTestVault, SAMPLE_DATA } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';
import { download, features, ogr2ogr } from './reading.ts';

let app: TestVault;
let ada: Person;
let folder: string;
let worker: { stop(): Promise<void> };
let trap: ReturnType<typeof editor>;

/** Names that break SQL, JSON and JavaScript built without care. */
const ODD = ['a"--', 'rowid', 'select', "it's", '); DROP TABLE canary; --', 'Größe', '__proto__', '%s $1 ?'];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-trap-'));
  app = await startTestVault({ inspects: false });
  ada = await app.signUp({ username: 'ada' });
  worker = app.work();
  await upload(app, ada, { file: await makeTrap(), fileName: 'trap.gpkg' });
  trap = editor(app, ada, 'trap');
});

afterAll(async () => {
  await worker.stop();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** A GeoPackage whose triggers, views and computed columns write or fail when they run. */
async function makeTrap(): Promise<string> {
  const path = join(folder, 'trap.gpkg');
  const db = new DatabaseSync(path);
  db.exec(`ATTACH '${join(SAMPLE_DATA, 'countries.gpkg')}' AS s;
    PRAGMA application_id = 0x47504B47; PRAGMA user_version = 10300;
    CREATE TABLE gpkg_spatial_ref_sys AS SELECT * FROM s.gpkg_spatial_ref_sys;
    CREATE TABLE gpkg_contents AS SELECT * FROM s.gpkg_contents;
    CREATE TABLE gpkg_geometry_columns AS SELECT * FROM s.gpkg_geometry_columns;
    CREATE TABLE countries (fid INTEGER PRIMARY KEY, geom MULTIPOLYGON, name TEXT UNIQUE COLLATE NOCASE,
      ${ODD.map((name) => `"${name.replaceAll('"', '""')}" TEXT`).join(', ')},
      photo BLOB, size INTEGER CHECK (size < 100), odd "INTEGER PRIMARY KEY" DEFAULT (randomblob(9)),
      bomb TEXT GENERATED ALWAYS AS (zeroblob(900000000)) VIRTUAL,
      kept INTEGER GENERATED ALWAYS AS (fid * 2) STORED);
    CREATE TABLE canary (id INTEGER PRIMARY KEY, note TEXT);
    INSERT INTO canary VALUES (1, 'alive');
    CREATE VIEW spy AS SELECT * FROM countries, canary;
    INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('spy', 'features', 'spy', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('spy', 'geom', 'MULTIPOLYGON', 4326, 0, 0);
    INSERT INTO countries (fid, geom, name, size, "rowid", "it's") SELECT fid, geom, name, fid, 'own', 'q' FROM s.countries
      WHERE fid <= 20;
    UPDATE countries SET photo = randomblob(5000) WHERE fid = 1;
    DETACH s`);
  for (const event of ['INSERT', 'UPDATE', 'DELETE'])
    db.exec(`CREATE TRIGGER trap_${event} AFTER ${event} ON countries BEGIN
      DELETE FROM canary; INSERT INTO canary VALUES (2, '${event}'); SELECT RAISE(FAIL, 'trapped'); END`);
  db.close();
  return path;
}

describe('a file with triggers, views and computed columns', () => {
  test('shows its plain layer only, without its view and its computed columns', async () => {
    const { body } = await ask(app, ada, { path: '/datasets/trap/versions/1/edit/schema' });
    expect(body.layer).toBe('countries');
    const names = body.columns.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['fid', 'name', ...ODD, 'photo', 'size', 'odd']);
    expect(body.columns.find(({ name }: { name: string }) => name === 'photo').editable).toBe(false);
    expect((await trap.rows({ layer: 'spy' })).status).toBe(404);
  });

  test('allows columns of any name to be read, sorted, filtered and changed', async () => {
    for (const name of ODD.filter((one) => one !== '__proto__')) {
      const value = `x ${name}`;
      expect(await trap.update(3, { [name]: value })).toMatchObject({ status: 200 });
      const filters = [{ column: name, op: '=', value }];
      const found = (await trap.rows({ filters, sort: name, order: 'desc' })).body;
      expect([found.total, found.rows[0].fid, found.rows[0][name]]).toEqual([1, 3, value]);
    }
    const { body } = await trap.rows({ limit: 1, sort: '__proto__' });
    expect(Object.hasOwn(body.rows[0], '__proto__')).toBe(true);
  });

  test('shows binary data as its size', async () => {
    expect((await trap.row(1)).photo).toBe('5000 bytes');
    expect(await trap.update(1, { photo: 'AAAA' })).toMatchObject({
      status: 400,
      body: { error: 'The column "photo" cannot be edited.' },
    });
    expect((await trap.update(1, { kept: 1 })).status).toBe(400);
    expect((await trap.update(1, { bomb: 'x' })).status).toBe(400);
  });

  test('is published with its edits; no trigger runs, and none is copied', async () => {
    await trap.update(4, { name: 'changed' });
    await trap.remove(5);
    await trap.insert({ name: 'CHANGED' });
    // Violates the file's own CHECK, which would run as well.
    await trap.update(6, { size: 5000 });
    const { status, body } = await trap.commit();
    expect(status).toBe(200);
    expect(body.warnings).toEqual([
      'Views cannot be kept in a new version and were left out: spy.',
      'Computed columns cannot be kept in a new version and were left out: countries.bomb, countries.kept.',
    ]);
    const path = await download(app, ada, { dataset: 'trap', version: 2, to: join(folder, 'sealed.gpkg') });
    const db = new DatabaseSync(path, { readOnly: true });
    expect(db.prepare('SELECT * FROM canary').all()).toEqual([{ id: 1, note: 'alive' }]);
    const own = db.prepare(`SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view') ORDER BY name`);
    expect(own.all().every(({ name }) => /^(rtree|trigger)_/.test(String(name)))).toBe(true);
    expect(db.prepare('SELECT count(*) AS n FROM countries').get()).toEqual({ n: 20 });
    expect(db.prepare('SELECT length(photo) AS n, odd FROM countries WHERE fid = 1').get()).toMatchObject({
      n: 5000,
    });
    db.close();
    expect(await features(path, 'countries')).toHaveLength(20);
  });
});

describe('a file with a damaged row', () => {
  test('returns 400 for pages with that row, and all other rows', async () => {
    const path = join(folder, 'points.gpkg');
    await ogr2ogr('-f', 'GPKG', '-select', 'name', path, join(SAMPLE_DATA, 'populated-places.geojson'));
    const bytes = await readFile(path);
    const db = new DatabaseSync(path, { readOnly: true });
    const row = db
      .prepare('SELECT fid, name FROM "populated-places" ORDER BY length(name) DESC LIMIT 1')
      .get();
    db.close();
    // The header of the record, before the point (29 bytes) and the name, claims to be longer than the record.
    bytes[bytes.indexOf(String(row?.name)) - 29 - 4] = 0x7f;
    expect((await upload(app, ada, { file: bytes, fileName: 'damaged.gpkg' })).status).toBe(201);
    const damaged = editor(app, ada, 'damaged');
    const offset = Number(row?.fid) - 1;
    expect(await damaged.rows({ offset, limit: 1 })).toMatchObject({
      status: 400,
      body: { error: 'The rows of this layer cannot be read. Export the file again.' },
    });
    expect((await damaged.rows({ offset: offset - 1, limit: 1 })).status).toBe(200);
    expect((await damaged.rows({ sort: 'name' })).status).toBe(400);
  });
});

describe('malicious requests', () => {
  const good = { column: 'name', op: '=', value: 'x' };
  test.each([
    ['sort=pg_sleep(9)', { sort: 'pg_sleep(9)' }, 400],
    ['sort by a column with a quote that is not there', { sort: 'name"; DROP TABLE canary; --' }, 400],
    ['sort by the geometry', { sort: 'geom' }, 400],
    ['sort by a computed column', { sort: 'bomb' }, 400],
    ['sort by bytes', { sort: 'photo' }, 400],
    ['order=desc; DROP', { order: 'desc; DROP' }, 400],
    ['a filter with the op ;DROP', { filters: [{ column: 'name', op: ';DROP', value: 1 }] }, 400],
    ['a filter on the unknown column a"--', { filters: [{ column: 'a"--x', op: '=', value: 1 }] }, 400],
    ['a filter with an object as value', { filters: [{ column: 'name', op: '=', value: { a: 1 } }] }, 400],
    ['a filter without a value', { filters: [{ column: 'name', op: '=' }] }, 400],
    ['51 filters', { filters: Array.from({ length: 51 }, () => good) }, 400],
    ['100,000 filters', { filters: `[${Array.from({ length: 100_000 }, () => '{}').join(',')}]` }, 431],
    ['filters that are no array', { filters: '{"column":"name"}' }, 400],
    ['filters that are no JSON', { filters: '[' }, 400],
    ['deep filters', { filters: `${'['.repeat(1_500)}${']'.repeat(1_500)}` }, 400],
    ['NaN as a number', { filters: [{ column: 'size', op: '>', value: 'NaN' }] }, 400],
    ['a layer that is a table of the system', { layer: 'sqlite_master' }, 404],
    ['limit=100000', { limit: 100_000 }, 400],
    ['a negative offset', { offset: -1 }, 400],
    ['an offset beyond all rows', { offset: 9_007_199_254_740_991 }, 200],
  ])('GET rows with %s returns its status', async (_what, query, status) => {
    expect((await trap.rows(query)).status).toBe(status);
  });

  test.each([
    ['__proto__ as a column', '{"pk_column":"fid","pk_value":1,"updates":{"__proto__":"x"}}', 400],
    ['constructor as a column', '{"pk_column":"fid","pk_value":1,"updates":{"constructor":"x"}}', 400],
    ['a NUL in a text', '{"pk_column":"fid","pk_value":1,"updates":{"name":"a\\u0000b"}}', 400],
    ['an invalid number', '{"pk_column":"fid","pk_value":1,"updates":{"size":1e999}}', 400],
    ['an object as value', '{"pk_column":"fid","pk_value":1,"updates":{"name":{"$gt":""}}}', 400],
    ['updates that are an array', '{"pk_column":"fid","pk_value":1,"updates":["name"]}', 400],
    [
      'a key beyond 64 bits',
      '{"pk_column":"fid","pk_value":"99999999999999999999","updates":{"name":"x"}}',
      400,
    ],
    ['the largest key', '{"pk_column":"fid","pk_value":"9223372036854775807","updates":{"name":"x"}}', 409],
    ['SQL as key', '{"pk_column":"fid","pk_value":"1 OR 1=1","updates":{"name":"x"}}', 400],
    ['SQL as key column', '{"pk_column":"fid\\" = fid --","pk_value":1,"updates":{"name":"x"}}', 400],
    ['two megabytes', `{"pk_column":"fid","pk_value":1,"updates":{"name":"${'x'.repeat(2_000_000)}"}}`, 400],
  ])('POST update with %s returns its status and changes nothing', async (_what, text, status) => {
    const response = await fetch(`${app.url}/datasets/trap/versions/2/edit/update`, {
      method: 'POST',
      headers: { cookie: ada.cookie, 'content-type': 'application/json' },
      body: text,
    });
    expect(response.status).toBe(status);
    expect((await editor(app, ada, 'trap', 2).edits()).body.working).toBeUndefined();
  });

  test('POST update from another origin returns 403 and changes nothing', async () => {
    const response = await fetch(`${app.url}/datasets/trap/versions/2/edit/delete`, {
      method: 'POST',
      headers: { cookie: ada.cookie, 'content-type': 'application/json', origin: 'https://evil.example' },
      body: '{"pk_column":"fid","pk_value":1}',
    });
    expect(response.status).toBe(403);
    expect((await editor(app, ada, 'trap', 2).rows()).body.total).toBe(20);
  });

  test('edits leave the stored file byte for byte unchanged', async () => {
    const path = await download(app, ada, { dataset: 'trap', version: 1, to: join(folder, 'first.gpkg') });
    expect((await readFile(path)).equals(await readFile(join(folder, 'trap.gpkg')))).toBe(true);
  });
});
