import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase } from '@cairn/testing';
import type { TestDatabase } from '@cairn/testing';
import { versionsOf } from './catalog.ts';
import { ask } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { publishWithToken } from './publishing.ts';
import { startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';
import { decodeTile } from './tile-client.ts';

const TILES = '/datasets/wells/versions/1/tiles';
let app: TestVault;
let target: TestDatabase;
let gis: pg.Client;
let ada: Person;

beforeAll(async () => {
  target = await createTestDatabase();
  gis = new pg.Client({ connectionString: target.adminUrl });
  await gis.connect();
});
afterAll(async () => {
  await gis.end();
  await target.drop();
});

/** A new vault for each table, since it may use what it knows of a table for a minute. */
async function withTable(sql: string, work: () => Promise<void>): Promise<void> {
  await gis.query(`DROP TABLE IF EXISTS wells CASCADE; ${sql}; ANALYZE wells`);
  app = await startTestVault({ inspects: false });
  try {
    ada = await app.signUp({ username: 'ada' });
    await registerWells(app, ada, await saveConnection(app, target.adminUrl));
    await work();
  } finally {
    await app.close();
  }
}

async function tile(place: string, query = ''): Promise<ReturnType<typeof decodeTile>['features'] | null> {
  const { status, body } = await ask(app, ada, { path: `${TILES}/${place}${query}` });
  if (status === 204) return null;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return decodeTile(body as Buffer).features;
}

test('GET /datasets/{name}/versions/{version}/tiles.json and tiles of a table have its rows, values and extent', () =>
  withTable(
    `CREATE TABLE wells (id bigserial PRIMARY KEY, name text, "a ""b" int, depth numeric, dug date, wet boolean, raw bytea,
       geom geometry(Point, 25832));
     INSERT INTO wells (name, "a ""b", depth, dug, wet, raw, geom)
       SELECT repeat('x', 300), n, n * 1.5, date '2026-01-01', n % 2 = 0, '\\x00',
         ST_Transform(ST_SetSRID(ST_Point(8 + n / 10.0, 50), 4326), 25832) FROM generate_series(1, 12) n;
     INSERT INTO wells (name, geom) VALUES ('nowhere', NULL), ('empty', 'SRID=25832;POINT EMPTY')`,
    async () => {
      const { status, body } = await ask(app, ada, { path: `${TILES}.json` });
      expect([status, body.error]).toEqual([200, undefined]);
      expect(body.tiles).toEqual([`/vault${TILES}/{z}/{x}/{y}?layer=wells`]);
      expect(body.vector_layers[0]).toMatchObject({
        feature_count: 14,
        fields: { name: 'String', 'a "b': 'Number', depth: 'Number', dug: 'String', wet: 'Boolean' },
      });
      expect(body.bounds[0]).toBeCloseTo(8.1, 2);
      expect(body.bounds[2]).toBeCloseTo(9.2, 2);
      expect(body).not.toHaveProperty('sampled_below');
      const features = await tile('0/0/0');
      expect(features!.map(({ id }) => id).toSorted((a, b) => a! - b!)).toEqual(
        Array.from({ length: 12 }, (_, i) => i + 1),
      );
      expect(features![0]!.properties).toEqual({});
      const names = encodeURIComponent(JSON.stringify(['name', 'a "b', 'depth', 'dug', 'wet']));
      const [first] = (await tile('6/33/21', `?fields=${names}`))!.filter(({ id }) => id === 2);
      expect(first!.properties).toEqual({
        name: 'x'.repeat(200),
        'a "b': 2,
        depth: 3,
        dug: '2026-01-01',
        wet: true,
      });
      expect(await tile('6/0/0')).toBeNull();
      for (const bad of ['raw', 'geom', 'id"; DROP TABLE wells', 'missing']) {
        const path = `${TILES}/0/0/0?fields=${encodeURIComponent(JSON.stringify([bad]))}`;
        expect((await ask(app, ada, { path })).status).toBe(400);
      }
      expect((await ask(app, ada, { path: `${TILES}/0/0/0?layer=other` })).status).toBe(400);
      const again = await ask(app, ada, { path: `${TILES}/0/0/0` });
      const headers = { 'if-none-match': again.headers.get('etag')! };
      expect((await ask(app, ada, { path: `${TILES}/0/0/0`, headers })).status).toBe(304);
    },
  ));

test('tiles of many points have one share of them at each zoom level, which TileJSON names', () =>
  withTable(
    `CREATE TABLE wells (id int PRIMARY KEY, geom geometry(Point, 4326));
     INSERT INTO wells SELECT n, ST_SetSRID(ST_Point(-170 + n % 340 + random(), -60 + n % 120 + random()), 4326)
       FROM generate_series(1, 60000) n;
     CREATE INDEX ON wells USING gist (geom)`,
    async () => {
      const { body } = await ask(app, ada, { path: `${TILES}.json` });
      expect(body.sampled_below).toBeGreaterThan(0);
      const [whole] = body.sampled;
      const world = (await tile('0/0/0'))!;
      expect(world.length).toBeLessThanOrEqual(12_000);
      expect(world.length / (60_000 / whole.one_in)).toBeGreaterThan(0.9);
      expect(world.length / (60_000 / whole.one_in)).toBeLessThan(1.1);
      expect(whole.crowded).toBe(false);
      // What a level shows, the next shows as well.
      const quarters = (
        await Promise.all(['1/0/0', '1/1/0', '1/0/1', '1/1/1'].map((place) => tile(place)))
      ).flat();
      const ids = new Set(quarters.map((each) => each!.id));
      expect(world.every(({ id }) => ids.has(id))).toBe(true);
      expect((await tile('12/2048/2048')) ?? []).toEqual(expect.any(Array));
    },
  ));

test('tiles of many areas have the largest, also at the poles and without a key', () =>
  withTable(
    `CREATE TABLE wells (label text, geom geometry(MultiPolygon, 4326));
     INSERT INTO wells SELECT 'small', ST_Multi(ST_MakeEnvelope(x, y, x + 0.1, y + 0.1, 4326))
       FROM generate_series(0, 199) a, generate_series(0, 199) b, LATERAL (SELECT a / 8.0 AS x, b / 8.0 AS y) p;
     INSERT INTO wells VALUES ('south', ST_Multi(ST_MakeEnvelope(-180, -90, 180, -70, 4326)))`,
    async () => {
      const { body } = await ask(app, ada, { path: `${TILES}.json` });
      expect(body.sampled_below).toBeGreaterThan(0);
      const features = (await tile('0/0/0', `?fields=${encodeURIComponent('["label"]')}`))!;
      expect(features.length).toBeLessThanOrEqual(12_000);
      expect(features.map(({ properties }) => properties.label)).toContain('south');
      expect(features[0]!.id).toBeUndefined();
    },
  ));

test('a table without an SRID has no tiles and cannot be published; the sentence hides where it is', () =>
  withTable(`CREATE TABLE wells (id int PRIMARY KEY, geom geometry(Point))`, async () => {
    const bob = await app.signUp({ username: 'bob' });
    await app.grant({ to: bob, on: 'wells', permission: 'view' });
    const refused = await ask(app, bob, { path: `${TILES}.json` });
    expect([refused.status, refused.body.error]).toEqual([422, expect.not.stringContaining('public.wells')]);
    const [version] = await versionsOf(app, ada, 'wells');
    const { body } = await ask(app, bob, { path: `/api/versions/${version.id}/publish-capability` });
    expect(body).toMatchObject({ available: false, reason: refused.body.error });
  }));

test('a published table shows its values and its rows as they are now, under the dataset and by a token', () =>
  withTable(
    `CREATE TABLE wells (id int PRIMARY KEY, name text, geom geography(Point));
     INSERT INTO wells VALUES (1, 'first', 'POINT(8 50)')`,
    async () => {
      const [version] = await versionsOf(app, ada, 'wells');
      const { path, token } = await publishWithToken(app, ada, version.id);
      const json = await ask(app, null, { path: `${path}.json?token=${token}` });
      expect(json.body.vector_layers[0].fields).toEqual({ name: 'String' });
      const url = json.body.tiles[0].replace('{z}/{x}/{y}', '0/0/0').replace(/^.*\/vault/, '');
      const before = await ask(app, null, { path: url });
      expect(decodeTile(before.body).features).toMatchObject([{ id: 1, properties: { name: 'first' } }]);
      expect(before.headers.get('cache-control')).toBe('private, no-cache');
      await gis.query('ALTER TABLE wells DROP COLUMN name');
      const tileOf = (place: string) => ask(app, null, { path: `${path}/${place}.pbf?token=${token}` });
      const after = await tileOf('1/1/0');
      expect(decodeTile(after.body).features).toMatchObject([{ id: 1, properties: {} }]);
      await gis.query('DROP TABLE wells');
      expect((await tileOf('2/2/1')).status).toBe(503);
      await gis.query('CREATE TABLE wells (id int)');
    },
  ));
