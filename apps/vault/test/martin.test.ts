import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VectorTile } from '@mapbox/vector-tile';
import pg from 'pg';
import { PbfReader } from 'pbf';
import { createTestDatabase, startTestMartin, until } from '@cairn/testing';
import type { TestDatabase, TestMartin } from '@cairn/testing';
import { readVaultConfig } from '../src/config.ts';
import { versionsOf } from './catalog.ts';
import { ask } from './client.ts';
import { registerWells, saveConnection } from './external-sources.ts';
import { publish, publishWithToken } from './publishing.ts';
import { SERVICE_SECRET, startTestVault } from './test-app.ts';
import type { Person, TestVault } from './test-app.ts';

/**
 * Against a real Martin when MARTIN_URL and MARTIN_TEST_DATABASE_URL, the database that it reads, are set: it must read its tables
 * again (`reload_interval`) within a minute. Otherwise against the stand-in.
 */
const real = process.env.MARTIN_URL && process.env.MARTIN_TEST_DATABASE_URL ? process.env.MARTIN_URL : null;
let database: TestDatabase | null = null;
let address: string;
let gis: pg.Client;
let martin: TestMartin | null = null;
let url: string;
let app: TestVault;
let ada: Person;
let versionId: number;

beforeAll(async () => {
  database = real ? null : await createTestDatabase();
  address = database?.adminUrl ?? process.env.MARTIN_TEST_DATABASE_URL!;
  gis = new pg.Client({ connectionString: address });
  await gis.connect();
  await gis.query(`DROP TABLE IF EXISTS wells; CREATE TABLE wells (id int PRIMARY KEY, name text, geom geometry(Point, 4326));
    INSERT INTO wells VALUES (1, 'first', ST_SetSRID(ST_Point(8, 50), 4326)), (2, 'second', ST_SetSRID(ST_Point(9, 51), 4326))`);
  martin = real ? null : await startTestMartin(address);
  url = real ?? martin!.url;
  const { hostname, port, pathname } = new URL(address);
  app = await startTestVault({
    inspects: false,
    env: { MARTIN_URL: url, MARTIN_DATABASE: `${hostname}:${port || 5432}/${pathname.slice(1)}` },
  });
  ada = await app.signUp({ username: 'ada' });
  await registerWells(app, ada, await saveConnection(app, address));
  [{ id: versionId }] = (await versionsOf(app, ada, 'wells')) as [{ id: number }];
  const isListed = async () => {
    const { tiles } = (await (await fetch(`${url}/catalog`)).json()) as {
      tiles: Record<string, { description?: string }>;
    };
    return Object.values(tiles).some(({ description }) => description === 'public.wells.geom');
  };
  await until('Martin lists the table', isListed, { limitMs: 60_000 });
});
afterAll(async () => {
  await app?.close();
  await martin?.close();
  await gis?.query('DROP TABLE IF EXISTS wells');
  await gis?.end();
  await database?.drop();
});

const read = (path: string, person: Person | null = null) => ask(app, person, { path });

test('POST /versions/{id}/publish registers a table that Martin lists with Martin, and its address stays ours', async () => {
  const { status, body } = await publish(app, ada, { version_id: versionId });
  expect([status, body.publication.server]).toEqual([200, 'martin']);
  const { id, tiles_layer: layer } = body.publication;
  const json = await read(`/published/${id}.json`, ada);
  expect(json.body).toMatchObject({ tilejson: '3.0.0', name: 'wells', minzoom: expect.any(Number) });
  expect(json.body.tiles).toEqual([`${app.url}/vault/published/${id}/{z}/{x}/{y}.pbf`]);
  expect(JSON.stringify(json.body)).not.toContain(new URL(url).host);
  expect(json.body.vector_layers).toMatchObject([{ id: layer, fields: { name: expect.any(String) } }]);
  expect(json.body.bounds[0]).toBeCloseTo(8, 5);
  const tile = await read(`/published/${id}/0/0/0.pbf`, ada);
  const inTile = new VectorTile(new PbfReader(tile.body)).layers[layer]!;
  const names = Array.from({ length: inTile.length }, (_, i) => inTile.feature(i).properties.name);
  expect(names.toSorted()).toEqual(['first', 'second']);
  const etag = tile.headers.get('etag')!;
  const again = await ask(app, ada, {
    path: `/published/${id}/0/0/0.pbf`,
    headers: { 'if-none-match': etag },
  });
  expect(again.status).toBe(304);
  expect((await read(`/published/${id}/6/0/0.pbf`, ada)).status).toBe(204);
  expect((await publish(app, ada, { version_id: versionId })).body.created).toBe(false);
});

test('tiles from Martin are under the permissions of the dataset, and open by a token', async () => {
  const { path, token } = await publishWithToken(app, ada, versionId);
  const stranger = await app.signUp({ username: 'stranger' });
  for (const place of ['.json', '/0/0/0.pbf']) {
    expect((await read(path + place)).status).toBe(401);
    expect((await read(path + place, stranger)).status).toBe(403);
    expect((await read(`${path}${place}?token=${token}`)).status).toBe(200);
  }
});

test('the vault itself serves a table that Martin does not list', async () => {
  if (!martin) return;
  await gis.query('ALTER TABLE wells RENAME TO hidden');
  await martin.reload();
  await gis.query('ALTER TABLE hidden RENAME TO wells');
  await app.admin.query('DELETE FROM vault.tile_publications');
  expect((await publish(app, ada, { version_id: versionId })).body.publication).toMatchObject({
    server: 'built-in',
    tiles_layer: 'features',
  });
  await app.admin.query('DELETE FROM vault.tile_publications');
  await martin.reload();
});

test('POST /versions/{id}/publish and GET /published/{publication}/{z}/{x}/{y}.pbf return 502 while Martin fails', async () => {
  if (!martin) return;
  const { path } = await publishWithToken(app, ada, versionId);
  martin.failWith(500);
  try {
    const failed = await read(`${path}/1/1/0.pbf`, ada);
    expect([failed.status, failed.body.error]).toEqual([502, expect.not.stringContaining(new URL(url).host)]);
    expect((await read(`${path}.json`, ada)).status).toBe(502);
    await app.admin.query('DELETE FROM vault.tile_publications');
    expect((await publish(app, ada, { version_id: versionId })).status).toBe(502);
    expect((await app.admin.query('SELECT FROM vault.tile_publications')).rowCount).toBe(0);
  } finally {
    martin.failWith(null);
  }
});

test('GET /published/{publication}.json returns 503 once Martin is no longer set up', async () => {
  const { path } = await publishWithToken(app, ada, versionId);
  const { createMartin } = await import('../src/features/publication/martin.ts');
  const { createPublishedLayers } = await import('../src/features/publication/published-layers.ts');
  const layers = createPublishedLayers({ ...app.context, martin: createMartin({ url: undefined }) });
  const served = await layers.served(path.split('/').at(-1)!);
  await expect(layers.describe(served, new AbortController().signal)).rejects.toMatchObject({
    kind: 'unavailable',
  });
});

test('the configuration takes MARTIN_URL and MARTIN_DATABASE together only', () => {
  const env = { SERVICE_SECRET, NODE_ENV: 'test' };
  expect(() => readVaultConfig({ ...env, MARTIN_URL: 'http://martin:3000' })).toThrow('belong together');
  const both = { MARTIN_URL: 'http://martin:3000', MARTIN_DATABASE: 'db:5432/gis' };
  expect(readVaultConfig({ ...env, ...both }).martin).toEqual({
    url: 'http://martin:3000',
    database: 'db:5432/gis',
  });
});
