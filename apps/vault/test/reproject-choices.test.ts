import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { VaultSchemas } from '@cairn/contracts';
import { ask, upload } from './client.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let bo: Person;

beforeAll(async () => {
  app = await startTestVault();
  ada = await app.signUp({ username: 'ada' });
  bo = await app.signUp({ username: 'bo' });
  const peak = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [10, 50] } };
  const file = Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [peak] }));
  await upload(app, ada, { file, fileName: 'peak.geojson' });
  await upload(app, ada, { file: 'elevation.tif', dataset: 'heights' });
  await app.grant({ to: bo, on: 'peak', permission: 'view' });
});

afterAll(() => app.close());

const choices = async (who: Person, query = '', dataset = 'peak') => {
  const path = `/datasets/${dataset}/versions/1/crs?purpose=reproject${query}`;
  const { status, body } = await ask(app, who, { path });
  return { status, error: body.error, found: (body.choices ?? []) as VaultSchemas['CrsChoice'][] };
};
const srids = (found: VaultSchemas['CrsChoice'][]) => found.map(({ srid }) => srid);

test('GET /datasets/{name}/versions/{version}/crs suggests systems for the location of a layer to reproject to, without its own', async () => {
  const { status, found } = await choices(ada);
  expect(status).toBe(200);
  expect(srids(found)).toEqual(expect.arrayContaining([3857, 25832, 3035]));
  for (const elsewhere of [4326, 27700, 5070]) expect(srids(found)).not.toContain(elsewhere);
});

test('GET /datasets/{name}/versions/{version}/crs suggests no systems with heights to reproject to', async () => {
  const { found } = await choices(ada, '&q=amersfoort');
  expect(srids(found)).toContain(28992);
  expect(found.map(({ kind }) => kind)).not.toContain('compound');
});

test('GET /datasets/{name}/versions/{version}/crs returns 200 to users with view, since they may derive a dataset', async () => {
  expect((await choices(bo, '&q=25832')).found[0]).toMatchObject({ srid: 25832 });
  expect((await choices(bo, '', 'heights')).status).toBe(403);
  expect(await choices(ada, '', 'heights')).toMatchObject({
    status: 400,
    error: expect.stringContaining('is a raster'),
  });
});
