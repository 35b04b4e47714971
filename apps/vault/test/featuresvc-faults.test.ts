import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService, until } from '@cairn/testing';
import type { ServiceRequest, TestFeatureService } from '@cairn/testing';
import { dropAbandonedTables } from '../src/features/featuresvc/drop-loaded-tables.ts';
import { ask } from './client.ts';
import { numbers, pointsWithIds, startImportVault } from './feature-services.ts';
import type { ImportVault } from './feature-services.ts';
import { OUTBOUND } from './outbound.ts';
import { startVault } from './running-vault.ts';
import type { Person } from './test-app.ts';

let vault: ImportVault;
let service: TestFeatureService;
let ada: Person;
let worker: ReturnType<ImportVault['app']['work']> | null;

beforeAll(async () => {
  vault = await startImportVault({ jobTimes: { leaseMs: 1_500, sweepMs: 200 } });
  ada = await vault.app.signUp({ username: 'ada' });
  worker = vault.app.work();
  const fields = [{ name: 'name', type: 'esriFieldTypeString' }];
  service = await startTestFeatureService([
    { id: 0, name: 'points', fields, features: pointsWithIds(numbers(250)) },
    { id: 1, name: 'others', fields, features: pointsWithIds(numbers(10)) },
  ]);
});
afterEach(async () => {
  service.reset();
  await vault.clear();
});
afterAll(async () => {
  await worker?.stop();
  await service.close();
  await vault.close();
});

const isPage = ({ parameters }: ServiceRequest, offset?: number) =>
  'outFields' in parameters && (offset === undefined || parameters['resultOffset'] === String(offset));
const isCount = ({ parameters, path }: ServiceRequest) =>
  parameters['returnCountOnly'] === 'true' && path.includes('/0/');
const run = (more = {}) => vault.importAndWait(ada, { service_url: service.url, ...more });
const points = async () =>
  (await vault.gis.query('SELECT count(*)::int FROM points')).rows[0].count as number;

/** Nothing is left in the catalog, in the destination or of the request. */
async function expectNothing(): Promise<void> {
  expect(await vault.tables()).toEqual([]);
  expect(await vault.app.rows('datasets')).toBe(0);
  expect((await vault.app.admin.query('SELECT FROM vault.featuresvc_imports')).rowCount).toBe(0);
}

test('POST /api/featuresvc/import fails with both numbers when the service sends fewer features than it counts', async () => {
  service.on((request) => (isCount(request) ? { body: { count: 251 } } : null));
  const { status, error } = await run();
  expect(status).toBe('failed');
  expect(error).toMatch(/250 features were received, but the service counts 251/);
  await expectNothing();
});

test('POST /api/featuresvc/import says that the service changed when it counts differently before and after', async () => {
  let counts = 0;
  service.on((request) => {
    if (!isCount(request)) return null;
    counts += 1;
    return { body: { count: counts === 1 ? 250 : 260 } };
  });
  expect((await run()).error).toMatch(/counted 250 before and 260 after\. It changed during the import/);
  await expectNothing();
});

test('POST /api/featuresvc/import imports all layers or none', async () => {
  service.on((request) =>
    isPage(request) && request.path.includes('/1/')
      ? { body: { error: { code: 400, message: 'x', details: [] } } }
      : null,
  );
  expect((await run()).error).toMatch(/answered with the error 400/);
  await expectNothing();
});

test.each([0, 1, 40, 5_000])(
  'POST /api/featuresvc/import requests a page again whose connection is cut after %d bytes',
  async (cutAfter) => {
    let cuts = 0;
    service.on((request) => {
      if (!isPage(request, 100) || cuts === 2) return null;
      cuts += 1;
      return { body: { features: pointsWithIds(numbers(100, 101)), exceededTransferLimit: true }, cutAfter };
    });
    expect(await run({ layer_ids: [0] })).toMatchObject({ status: 'succeeded' });
    expect(cuts).toBe(2);
    expect(await points()).toBe(250);
    expect(service.pages().filter((page) => page.parameters['resultOffset'] === '0')).toHaveLength(1);
  },
);

test('POST /api/featuresvc/import requests a page again that ends within its JSON', async () => {
  let cuts = 0;
  service.on((request) => {
    if (!isPage(request, 100) || cuts > 0) return null;
    cuts += 1;
    return { body: '{"features":[{"attributes":{"OBJECTID":101' };
  });
  expect(await run({ layer_ids: [0] })).toMatchObject({ status: 'succeeded' });
  expect(await points()).toBe(250);
});

test.each([
  ['a web page', { body: '<!DOCTYPE html><p>Sign in</p>' }, /returns a web page, not a feature service/],
  [
    'an error within 200',
    { body: { error: { code: 403, message: 'no', details: [] } } },
    /does not let this account read/,
  ],
  ['no features', { body: { features: 'many' } }, /without a list of features/],
  [
    'a feature without an id',
    { body: { features: [{ attributes: {} }] } },
    /a feature .*without an object id|ids/,
  ],
])('POST /api/featuresvc/import fails with a sentence when a page is %s', async (_what, odd, sentence) => {
  service.on((request) => (isPage(request) && request.parameters['resultOffset'] !== '0' ? odd : null));
  const { status, error } = await run({ layer_ids: [0] });
  expect(status).toBe('failed');
  expect(error).toMatch(sentence);
  await expectNothing();
});

test('POST /api/featuresvc/import refuses names that are taken before it loads anything', async () => {
  await run({ layer_ids: [0] });
  service.requests.length = 0;
  expect((await run({ layer_ids: [0] })).error).toMatch(/table public\.points exists already/);
  await vault.gis.query('DROP TABLE points');
  expect((await run({ layer_ids: [0] })).error).toMatch(/already a dataset named "points"/);
  expect(service.pages()).toEqual([]);
  expect(await vault.tables()).toEqual([]);
});

test('POST /api/featuresvc/import fails with a sentence when the schema does not exist or may not be used', async () => {
  expect((await run({ schema: 'nowhere' })).error).toMatch(/no schema "nowhere"/);
  await vault.gis.query('CREATE SCHEMA closed; REVOKE ALL ON SCHEMA closed FROM vault');
  expect((await run({ schema: 'closed' })).error).toMatch(/lacks the privilege/);
  expect((await run({ schema: 'pg_catalog' })).error).toMatch(/belongs to PostgreSQL/);
  await vault.gis.query('DROP SCHEMA closed');
  await expectNothing();
});

test('POST /api/jobs/{id}/cancel ends a running import and drops what it has loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  service.on((request) => (isPage(request, 200) ? { wait: promise, body: {} } : null));
  const { body } = await vault.importLayers(ada, { service_url: service.url });
  const job = async () => (await ask(vault.app, ada, { path: `/api/featuresvc/jobs/${body.id}` })).body;
  await until('it loads', async () => (await job()).stage?.includes('200 of 250 features'));
  expect(await job()).toMatchObject({
    status: 'running',
    stage: expect.stringContaining('Loading "points": 200 of 250'),
  });
  await ask(vault.app, ada, { path: `/api/jobs/${body.id}/cancel`, method: 'POST' });
  await until('it is cancelled', async () => (await job()).status === 'cancelled');
  resolve();
  await until('its table is dropped', async () => (await vault.tables()).length === 0);
  await until(
    'its request is deleted',
    async () => (await vault.app.admin.query('SELECT FROM vault.featuresvc_imports')).rowCount === 0,
  );
});

test('POST /api/featuresvc/import continues behind the last complete page after its worker was killed', async () => {
  await worker?.stop();
  const { promise, resolve } = Promise.withResolvers<void>();
  service.on((request) => (isPage(request, 200) ? { wait: promise, body: {} } : null));
  const killed = await startVault(vault.app, { script: 'worker.ts', env: OUTBOUND });
  const { body } = await vault.importLayers(ada, { service_url: service.url, layer_ids: [0] });
  await until('it has loaded two pages', async () => {
    const [name] = await vault.tables();
    return (
      name !== undefined && (await vault.gis.query(`SELECT count(*)::int FROM ${name}`)).rows[0].count === 200
    );
  });
  await killed.kill();
  service.reset();
  resolve();
  worker = vault.app.work();
  const job = async () => (await ask(vault.app, ada, { path: `/api/featuresvc/jobs/${body.id}` })).body;
  await until('it has ended', async () => (await job()).status === 'succeeded');
  expect(await points()).toBe(250);
  expect(service.pages().map(({ parameters: { where, resultOffset } }) => [where, resultOffset])).toEqual([
    ['OBJECTID > 200', '0'],
  ]);
  expect(await vault.app.rows('datasets')).toBe(1);
}, 90_000);

test('tables of an import that will not continue are dropped by housekeeping', async () => {
  await worker?.stop();
  const { body } = await vault.importLayers(ada, { service_url: service.url, layer_ids: [0] });
  await vault.gis.query(
    'CREATE TABLE cairn_import_left_1 (id int); GRANT ALL ON cairn_import_left_1 TO vault; ALTER TABLE cairn_import_left_1 OWNER TO vault',
  );
  const table = { schema: 'public', name: 'points', loadingName: 'cairn_import_left_1' };
  await vault.app.admin.query('UPDATE vault.featuresvc_imports SET plan = $1', [
    JSON.stringify({ layers: [{ table }] }),
  ]);
  await vault.app.admin.query(`UPDATE vault.jobs SET status = 'failed', finished_at = now() WHERE id = $1`, [
    body.id,
  ]);
  await dropAbandonedTables(vault.app.context);
  await expectNothing();
  worker = vault.app.work();
});
