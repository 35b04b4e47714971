import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { BeforeGeoServer } from '@cairn/testing';
import { ask, upload } from './client.ts';
import { geoJson } from './hostile.ts';
import { startPublishing } from './map-publishing.ts';
import type { Publishing } from './map-publishing.ts';
import { OUTBOUND } from './outbound.ts';
import { memoryOf, startFakePortal, startVault } from './running-vault.ts';

const MIB = 1024 * 1024;
const TOTAL = 4_500;

let vault: Publishing;

beforeAll(async () => {
  vault = await startPublishing();
  const features = Array.from({ length: TOTAL }, (_, i) => ({
    type: 'Feature',
    properties: { number: i },
    geometry: { type: 'Point', coordinates: [i / 100, 1] },
  }));
  await upload(vault.app, vault.ada, { file: geoJson({ features }), fileName: 'points.geojson' });
  const { body } = await vault.publish('points');
  expect(await vault.ended(body.job_id)).toMatchObject({ status: 'succeeded' });
});
afterEach(() => vault.server.standIn?.before(null));
afterAll(() => vault.close());

const importPoints = (name: string, headers: Record<string, string> = {}) =>
  ask(vault.app, vault.ada, {
    path: '/api/mapserver/catalog/import',
    method: 'POST',
    json: {
      connection_id: vault.connection,
      workspace: vault.workspace,
      layer_name: 'points',
      dataset_name: name,
    },
    headers,
  });

/** Features of 40 kB as GeoJSON, in a text, which GDAL writes faster than coordinates. */
function* collection(start: number, end: number): Generator<string> {
  const geometry = JSON.stringify({ type: 'Point', coordinates: [8, 50] });
  const note = 'x'.repeat(40_000);
  yield '{"type":"FeatureCollection","features":[';
  for (let i = start; i < end; i += 1) {
    const comma = i === start ? '' : ',';
    yield `${comma}{"type":"Feature","id":"points.${i}","properties":{"number":${i},"note":"${note}"},"geometry":${geometry}}`;
  }
  yield ']}';
}

/** Requests for features, as startIndex and count. */
function watchPages(answer: BeforeGeoServer = () => false): (string | null)[][] {
  const pages: (string | null)[][] = [];
  vault.server.standIn?.before((exchange) => {
    const { query } = exchange;
    if (query.get('request') !== 'GetFeature' || query.get('resultType') === 'hits') return false;
    pages.push([query.get('startIndex'), query.get('count')]);
    return answer(exchange);
  });
  return pages;
}

async function expectAllPoints(dataset: string): Promise<void> {
  const path = `/datasets/${dataset}/versions/1/edit/rows?limit=1&sort=number&order=desc`;
  const { body } = await ask(vault.app, vault.ada, { path });
  expect(body.total).toBe(TOTAL);
}

test('POST /api/mapserver/catalog/import reads a layer in pages', async () => {
  const pages = watchPages();
  const { status, body } = await importPoints('paged');
  expect([status, body.layers]).toMatchObject([201, [{ feature_count: TOTAL }]]);
  if (vault.server.standIn)
    expect(pages).toEqual([
      ['0', '2000'],
      ['2000', '2000'],
      ['4000', '2000'],
    ]);
  await expectAllPoints('paged');
});

if (process.env.GEOSERVER_URL === undefined) {
  test('POST /api/mapserver/catalog/import reads a layer without a primary key at once', async () => {
    const text = `<ows:ExceptionReport xmlns:ows="http://www.opengis.net/ows/1.1" version="2.0.0"><ows:Exception exceptionCode="NoApplicableCode"><ows:ExceptionText>java.lang.RuntimeException: java.io.IOException
Cannot do natural order without a primary key, please add it or specify a manual sort over existing attributes</ows:ExceptionText></ows:Exception></ows:ExceptionReport>`;
    const pages = watchPages(({ query, res }) => {
      if (!query.has('startIndex')) return false;
      res.writeHead(200, { 'content-type': 'application/xml' }).end(text);
      return true;
    });
    const { status, body } = await importPoints('unordered');
    expect([status, body.layers]).toMatchObject([201, [{ feature_count: TOTAL }]]);
    expect(pages).toEqual([
      ['0', '2000'],
      [null, null],
    ]);
    await expectAllPoints('unordered');
  });

  test('POST /api/mapserver/catalog/import requests smaller pages of large features, within bounded memory', async () => {
    await vault.worker.stop();
    const portal = await startFakePortal(vault.app);
    // Less than all the features need: 180 MB.
    const env = {
      ...{ ...OUTBOUND, PORTAL_URL: portal.url, MAX_UPLOAD_BYTES: String(1024 * MIB) },
      NODE_OPTIONS: '--max-old-space-size=128',
    };
    const worker = await startVault(vault.app, { script: 'worker.ts', env });
    try {
      const pages = watchPages(async ({ query, res }) => {
        const [start, count] = [Number(query.get('startIndex')), Number(query.get('count'))];
        res.writeHead(200, { 'content-type': 'application/json' });
        // The worker cuts a page that is too large.
        await pipeline(Readable.from(collection(start, Math.min(TOTAL, start + count))), res).catch(
          () => null,
        );
        return true;
      });
      const before = memoryOf(worker.pid, 'VmHWM');
      const { body: job } = await importPoints('large', { prefer: 'respond-async' });
      expect(await vault.ended(job.id)).toMatchObject({
        status: 'succeeded',
        result: { layers: [{ feature_count: TOTAL }] },
      });
      expect(pages.slice(0, 2)).toEqual([
        ['0', '2000'],
        ['0', '500'],
      ]);
      expect(memoryOf(worker.pid, 'VmHWM') - before).toBeLessThan(384 * MIB);
    } finally {
      await worker.kill();
      await portal.close();
    }
  });
}
