import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { BeforeGeoServer } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { uniqueName } from './geoserver.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import { SAMPLE_DATA } from './test-app.ts';

let vault: Publishing;
let store: string;
let id: number;

const FEW = 8;
const ALL = 241;

/** A dataset whose first version has few features, and another table than the second. */
beforeAll(async () => {
  vault = await startPublishing();
  const few = join(vault.app.storageRoot, 'few.gpkg');
  const source = join(SAMPLE_DATA, 'countries.gpkg');
  const run = promisify(execFile);
  await run('ogr2ogr', [few, source, '-nln', 'few', '-where', `fid <= ${FEW}`]);
  await upload(vault.app, vault.ada, { file: few, dataset: 'renamed' });
  await upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset: 'renamed' });
  const same = join(vault.app.storageRoot, 'same.gpkg');
  await run('ogr2ogr', [same, source, '-nln', 'countries', '-where', `fid <= ${FEW}`]);
  await upload(vault.app, vault.ada, { file: same, dataset: 'same table' });
  await upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset: 'same table' });
  await upload(vault.app, vault.ada, { file: 'elevation.tif' });
});
beforeEach(() => publishFirst('renamed'));
afterEach(() => vault.server.standIn?.before(null));
afterAll(() => vault.close());

async function publishFirst(dataset: string): Promise<void> {
  store = uniqueName('again');
  const { body } = await vault.publish(dataset, { mapserver_store_name: store, version: 1 });
  expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded' });
  id = body.publication_id;
}

const request = async (version?: number): Promise<string> => {
  const json = version === undefined ? {} : { version };
  const path = `/api/mapserver/publications/${id}/publish`;
  return (await ask(vault.app, vault.ada, { path, method: 'POST', json })).body.job_id;
};
const again = async (version?: number) => vault.ended(await request(version));
const publication = async (dataset = 'renamed') =>
  (await vault.publications(dataset)).find((each: { id: number }) => each.id === id);

/** The number of features that WFS offers to everybody; null when it offers no such layer. */
async function offered(): Promise<number | null> {
  const query = `service=WFS&version=2.0.0&request=GetFeature&resultType=hits&typeNames=${vault.workspace}:${store}`;
  const response = await fetch(`${vault.server.url}/${vault.workspace}/wfs?${query}`);
  const count = /numberMatched="(\d+)"/.exec(await response.text())?.[1];
  return count === undefined ? null : Number(count);
}

const own = (names: string[]) => names.filter((name) => name.startsWith(store));
const expectOnly = () =>
  expect([own(vault.onServer().stores), own(vault.onServer().layers)]).toEqual([[store], [store]]);

/** A real GeoServer makes none of these mistakes on request. */
function withStandIn(title: string, run: () => Promise<void>): void {
  if (process.env.GEOSERVER_URL === undefined) test(title, run);
}

const isWorker: BeforeGeoServer = ({ req }) => req.headers.authorization !== undefined;

withStandIn(
  'a publication serves the earlier data at each moment until the new data are in place',
  async () => {
    await publishFirst('same table');
    const seen: (number | null)[] = [];
    vault.server.standIn!.before(async (exchange) => {
      if (isWorker(exchange)) seen.push(await offered());
      return false;
    });
    expect(await again()).toMatchObject({ status: 'succeeded', result: { version: 2, layers: [store] } });
    expect(seen.length).toBeGreaterThan(10);
    const firstNew = seen.indexOf(ALL);
    expect(new Set(seen.slice(0, firstNew))).toEqual(new Set([FEW]));
    expect(new Set(seen.slice(firstNew))).toEqual(new Set([ALL]));
    expectOnly();
    const cleared = vault.server.standIn!.requests.filter(({ url }) =>
      url.endsWith('/gwc/rest/masstruncate'),
    );
    expect(cleared.length).toBeGreaterThan(0);
  },
);

test('POST /api/mapserver/publications/{id}/publish replaces the data any number of times, by another table too', async () => {
  for (const [version, features] of [
    [2, ALL],
    [1, FEW],
    [2, ALL],
  ] as const) {
    expect(await again(version)).toMatchObject({ status: 'succeeded' });
    expect(await offered()).toBe(features);
    expect(await publication()).toMatchObject({ status: 'published', version, leftover: false });
    if (vault.server.standIn) expectOnly();
  }
});

test('POST /api/mapserver/publications/{id}/publish replaces a raster', async () => {
  await publishFirst('elevation');
  expect(await again()).toMatchObject({ status: 'succeeded', result: { layers: [store] } });
  if (vault.server.standIn) expectOnly();
});

test('POST /api/mapserver/publish renames the layers of a publication, and removes the old ones', async () => {
  const renamed = `${store}_new`;
  const { body } = await vault.publish('renamed', {
    mapserver_store_name: store,
    mapserver_layer_name: renamed,
  });
  expect(await vault.ended(body.job_id)).toMatchObject({
    status: 'succeeded',
    result: { layers: [renamed] },
  });
  if (vault.server.standIn) expect(own(vault.onServer().layers)).toEqual([renamed]);
});

withStandIn(
  'a publication gets the default style of new geometries, and keeps a style that was chosen',
  async () => {
    await upload(vault.app, vault.ada, { file: 'countries.gpkg', dataset: 'geometries' });
    await upload(vault.app, vault.ada, { file: 'populated-places.geojson', dataset: 'geometries' });
    await publishFirst('geometries');
    const layer = () => vault.server.standIn!.catalog.workspaces.get(vault.workspace)!.layers.get(store)!;
    expect(layer().style).toBe('polygon');
    await again();
    expect(layer().style).toBe('point');
    layer().style = 'raster';
    expect(await again(1)).toMatchObject({ status: 'succeeded' });
    expect(layer().style).toBe('raster');
  },
);

type Exchange = Parameters<BeforeGeoServer>[0];
const isUpload = ({ method, segments }: Exchange) =>
  method === 'PUT' && segments[5]?.startsWith('file.') === true;
const isSwitch = ({ method, segments }: Exchange) =>
  method === 'PUT' && segments.length === 5 && segments[4] === store;
const isLayer = ({ method, segments }: Exchange) => method === 'PUT' && segments[6] === store;
const isFirstLayer = ({ method, segments }: Exchange) =>
  method === 'POST' && segments.at(-1) === 'featuretypes';
const isWms = ({ segments }: Exchange) => segments.at(-1) === 'wms';

const refuse = ({ res, req }: Exchange) => {
  req.resume();
  res.writeHead(500).end('disk is full');
};
const cut = ({ res }: Exchange) => res.destroy();
const FAILURES: [string, (exchange: Exchange) => boolean, (exchange: Exchange) => unknown, RegExp][] = [
  ['the upload is refused', isUpload, refuse, /file was not taken/],
  ['the connection is cut within the upload', isUpload, cut, /./],
  ['the new file is not readable', isFirstLayer, refuse, /was refused/],
  [
    'the new file was received in part',
    ({ query }) => (query.get('typeNames') ?? '').includes('__cairn_'),
    ({ res }) => res.end('<FeatureCollection numberMatched="7" numberReturned="0"/>'),
    /has 241 features, but the map server offers 7/,
  ],
  ['the store is not changed', isSwitch, refuse, /store .* was not changed/],
  ['the connection is cut when the store is changed', isSwitch, cut, /./],
  ['the layer is not changed', isLayer, refuse, /layer .* was not changed/],
  [
    'the layer is not offered',
    isWms,
    ({ res }) => res.end('<WMS_Capabilities version="1.3.0"><Capability/></WMS_Capabilities>'),
    /does not offer it by WMS/,
  ],
];

for (const [what, isIt, answer, message] of FAILURES) {
  withStandIn(`a publication stays as it was when ${what}`, async () => {
    const before = await publication();
    let count = 0;
    vault.server.standIn!.before((exchange) => {
      if (!isWorker(exchange) || !isIt(exchange)) return false;
      // Each second change of the store or the layer is of the restoration.
      if ((isSwitch(exchange) || isLayer(exchange)) && (count += 1) % 2 === 0) return false;
      answer(exchange);
      return true;
    });
    const job = await again();
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(message) });
    expect(job.error).not.toMatch(/may be left/);
    vault.server.standIn!.before(null);
    expect(await offered()).toBe(FEW);
    expectOnly();
    const { version, layers, published_at } = before;
    expect(await publication()).toMatchObject({
      ...{ status: 'failed', leftover: false, version, layers, published_at },
    });
    expect(await again()).toMatchObject({ status: 'succeeded', result: { version: 2 } });
    expect(await offered()).toBe(ALL);
  });
}

withStandIn(
  'a publication that cannot be restored names its second store until it is published again',
  async () => {
    let isBroken = false;
    vault.server.standIn!.before((exchange) => {
      isBroken ||= isLayer(exchange);
      if (isBroken) exchange.res.writeHead(503).end('stopped');
      return isBroken;
    });
    const { error } = await again();
    expect(error).toMatch(/The store ".*__cairn_a" may be left in the workspace .* may be incomplete/);
    const second = `${store}__cairn_a`;
    expect(await publication()).toMatchObject({ status: 'failed', leftover: true, leftover_store: second });
    expect(own(vault.onServer().stores)).toContain(second);
    vault.server.standIn!.before(null);
    expect(await again(1)).toMatchObject({ status: 'succeeded', result: { version: 1 } });
    expect(await offered()).toBe(FEW);
    expectOnly();
  },
);

withStandIn(
  'a publication whose old data cannot be removed serves the new data and names the store',
  async () => {
    let uploads = 0;
    vault.server.standIn!.before((exchange) => {
      if (isUpload(exchange)) uploads += 1;
      if (uploads === 0 || exchange.method !== 'DELETE') return false;
      exchange.res.writeHead(500).end('locked');
      return true;
    });
    const second = `${store}__cairn_a`;
    const job = await again();
    expect(job.error).toMatch(`Version 2 is published. The store "${second}" may be left`);
    expect(uploads).toBe(1);
    expect(await publication()).toMatchObject({ status: 'failed', version: 2, leftover_store: second });
    expect(await offered()).toBe(ALL);
    vault.server.standIn!.before(null);
    const path = `/api/mapserver/publications/${id}`;
    const { body } = await ask(vault.app, vault.ada, { path, method: 'DELETE' });
    expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded' });
    expect(own(vault.onServer().stores)).toEqual([]);
  },
);

const STOPS: [string, (exchange: Exchange) => boolean, number | null][] = [
  ['the upload', isUpload, FEW],
  ['the change of the store', isSwitch, FEW],
  ['the change of the layer', isLayer, null],
  ['the last check', isWms, ALL],
];

for (const [what, isIt, meanwhile] of STOPS) {
  withStandIn(`a publication is replaced by another worker when its worker stops at ${what}`, async () => {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    vault.server.standIn!.before((exchange) => {
      if (!isWorker(exchange) || !isIt(exchange)) return false;
      exchange.req.resume();
      resolve();
      return true;
    });
    const job = await request();
    await reached;
    vault.server.standIn!.before(null);
    expect(await offered()).toBe(meanwhile);
    await vault.app.expireLeases();
    const other = vault.app.work();
    expect(await vault.ended(job)).toMatchObject({ status: 'succeeded', result: { version: 2 } });
    await other.stop();
    expect(await offered()).toBe(ALL);
    expectOnly();
  });
}

test('POST /api/mapserver/publish returns 400 for the name of a second store', async () => {
  const { status, body } = await vault.publish('renamed', { mapserver_store_name: 'roads__cairn_a' });
  expect([status, body.error]).toEqual([400, expect.stringMatching(/Choose another store name/)]);
});
