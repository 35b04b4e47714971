import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { until } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { uniqueName } from './geoserver.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';

let vault: Publishing;

beforeAll(async () => {
  vault = await startPublishing();
  await upload(vault.app, vault.ada, { file: 'countries.gpkg' });
  await upload(vault.app, vault.ada, { file: 'elevation.tif' });
});

afterEach(() => vault.server.standIn?.before(null));
afterAll(() => vault.close());

/** A real GeoServer makes none of these mistakes on request. */
const standIn = () => vault.server.standIn!;
function withFaults(title: string, run: () => Promise<void>): void {
  if (process.env.GEOSERVER_URL === undefined) test(title, run);
}

async function publishAs(store: string, dataset = 'countries') {
  const { body } = await vault.publish(dataset, { mapserver_store_name: store });
  const job = await vault.ended(body.job_id);
  const all: { store: string }[] = await vault.publications(dataset);
  return { job, publication: all.find((each) => each.store === store) };
}

withFaults(
  'POST /api/mapserver/publish removes the store when the map server refuses the layer',
  async () => {
    const store = uniqueName('half');
    standIn().before((exchange) => {
      if (exchange.method !== 'POST') return false;
      return standIn().faults.stackTrace(exchange, vault.server.password);
    });
    const { job, publication } = await publishAs(store);
    expect(job.status).toBe('failed');
    expect(job.error).toMatch(
      new RegExp(`^The layer "${store}" was refused: the map server .* answered 500`),
    );
    expect(job.error).not.toMatch(/data_dir|at org/);
    expect(job.error).not.toContain(vault.server.password);
    expect(publication).toMatchObject({ status: 'failed', leftover: false, layers: [] });
    expect(vault.onServer().stores).not.toContain(store);
  },
);

withFaults(
  'POST /api/mapserver/publish names the store that it could not remove, and publishing again replaces it',
  async () => {
    const store = uniqueName('left');
    standIn().before((exchange) => {
      if (exchange.method !== 'POST' && exchange.method !== 'DELETE') return false;
      exchange.res.writeHead(500).end('out of memory');
      return true;
    });
    const { job, publication } = await publishAs(store);
    expect(job.error).toMatch(
      new RegExp(`The store "${store}" may be left in the workspace "${vault.workspace}"`),
    );
    expect(publication).toMatchObject({ status: 'failed', leftover: true });
    expect(vault.onServer().stores).toContain(store);
    standIn().before(null);
    const again = await publishAs(store);
    expect(again.publication).toMatchObject({ status: 'published', leftover: false, layers: [store] });
    expect(vault.onServer().layers.filter((name) => name.startsWith(store))).toEqual([store]);
  },
);

const UNSEEN = [
  { service: 'wms', dataset: 'countries' },
  { service: 'wfs', dataset: 'countries' },
  { service: 'wcs', dataset: 'elevation' },
];

for (const { service, dataset } of UNSEEN) {
  withFaults(`POST /api/mapserver/publish fails when the layer is not offered by ${service}`, async () => {
    const store = uniqueName('unseen');
    const empty = {
      wms: '<WMS_Capabilities version="1.3.0"><Capability/></WMS_Capabilities>',
      wfs: '<WFS_Capabilities version="2.0.0"><FeatureTypeList/></WFS_Capabilities>',
      wcs: '<wcs:Capabilities xmlns:wcs="http://www.opengis.net/wcs/2.0"/>',
    }[service];
    standIn().before(({ segments, res }) => {
      if (segments.at(-1) !== service) return false;
      res.writeHead(200, { 'content-type': 'application/xml' }).end(empty);
      return true;
    });
    const { job, publication } = await publishAs(store, dataset);
    expect(job.error).toMatch(new RegExp(`does not offer it by ${service.toUpperCase()}`));
    expect(publication).toMatchObject({ status: 'failed', leftover: false });
    expect(vault.onServer().stores).not.toContain(store);
  });
}

withFaults('POST /api/mapserver/publish fails with both numbers when features are missing', async () => {
  standIn().before(({ query, res }) => {
    if (query.get('resultType') !== 'hits') return false;
    res.end('<FeatureCollection numberMatched="7" numberReturned="0"/>');
    return true;
  });
  const { job } = await publishAs(uniqueName('fewer'));
  expect(job.error).toMatch(/has 241 features, but the map server offers 7/);
});

const BOMB = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><WMS_Capabilities><Capability><Layer><Name>&b;</Name></Layer></Capability></WMS_Capabilities>`;
const DOCUMENTS: [string, string, RegExp][] = [
  ['with entities', BOMB, /document type/],
  ['that are cut', '<WMS_Capabilities><Capability>', /not well-formed/],
  ['that nest deeply', `${'<a>'.repeat(99)}${'</a>'.repeat(99)}`, /too deeply/],
  ['of something else', '<html><body>Sign in</body></html>', /does not answer WMS/],
];

for (const [what, document, message] of DOCUMENTS) {
  withFaults(`POST /api/mapserver/publish refuses capabilities ${what}`, async () => {
    standIn().before(({ query, res }) => {
      if (query.get('request') !== 'GetCapabilities') return false;
      res.writeHead(200, { 'content-type': 'application/xml' }).end(document);
      return true;
    });
    const { job } = await publishAs(uniqueName('odd'));
    expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(message) });
  });
}

for (const step of ['PUT', 'POST', 'wms'] as const) {
  withFaults(
    `POST /api/mapserver/publish goes on when its worker stops at ${step}, without a second store`,
    async () => {
      const store = uniqueName('stopped');
      const { promise: reached, resolve } = Promise.withResolvers<void>();
      standIn().before(({ method, segments, req }) => {
        if (method !== step && segments.at(-1) !== step) return false;
        // Only the first worker waits: the next one may be here before this test goes on.
        standIn().before(null);
        req.resume();
        resolve();
        return true;
      });
      const { body } = await vault.publish('countries', { mapserver_store_name: store });
      await reached;
      await vault.app.expireLeases();
      const other = vault.app.work();
      const job = await vault.ended(body.job_id);
      await other.stop();
      expect(job.status).toBe('succeeded');
      expect(vault.onServer().stores.filter((name) => name.startsWith(store))).toEqual([store]);
      expect(vault.onServer().layers.filter((name) => name.startsWith(store))).toEqual([store]);
    },
  );
}

withFaults('POST /api/jobs/{id}/cancel ends a publication and removes its store', async () => {
  const store = uniqueName('cancelled');
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  standIn().before(({ segments }) => {
    if (segments.at(-1) !== 'wms') return false;
    resolve();
    return true;
  });
  const { body } = await vault.publish('countries', { mapserver_store_name: store });
  await reached;
  await ask(vault.app, vault.ada, { path: `/api/jobs/${body.job_id}/cancel`, method: 'POST' });
  await until('it is cancelled', async () => (await vault.job(body.job_id)).body.status === 'cancelled');
  await until('the store is gone', async () => !vault.onServer().stores.includes(store));
});

withFaults(
  'DELETE /api/mapserver/publications/{id} keeps the record while the store is on the map server',
  async () => {
    const store = uniqueName('sticky');
    const { publication } = await publishAs(store);
    const path = `/api/mapserver/publications/${(publication as unknown as { id: number }).id}`;
    standIn().before(({ method, res }) => {
      if (method !== 'DELETE') return false;
      res.writeHead(500).end('locked');
      return true;
    });
    const { body } = await ask(vault.app, vault.ada, { path, method: 'DELETE' });
    expect(await vault.ended(body.job_id)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/was not deleted/),
    });
    const all: { store: string }[] = await vault.publications('countries');
    expect(all.find((each) => each.store === store)).toMatchObject({ status: 'failed', leftover: true });
    const forgotten = await ask(vault.app, vault.ada, { path: `${path}?forget=true`, method: 'DELETE' });
    expect([forgotten.status, forgotten.body]).toEqual([200, { success: true }]);
  },
);
