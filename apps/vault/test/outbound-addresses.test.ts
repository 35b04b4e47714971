import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ask } from './client.ts';
import { openClosedCanary, openServer, OUTBOUND } from './outbound.ts';
import { startTestVault } from './test-app.ts';
import type { TestVault, Person } from './test-app.ts';

let app: TestVault;
let ada: Person;
let admin: Person;
let worker: ReturnType<TestVault['work']>;
let canary: Awaited<ReturnType<typeof openClosedCanary>>;
let redirecting: Awaited<ReturnType<typeof openServer>>;
/** The addresses of a host name, one for each lookup; the last one stays. */
let lookups: string[] = [];

const SECRET = 'Tr0ub4dor&3-is-secret';

beforeAll(async () => {
  app = await startTestVault({
    inspects: false,
    env: OUTBOUND,
    safeFetch: {
      resolve: () => {
        const address = (lookups.length > 1 ? lookups.shift() : lookups[0]) ?? '127.0.0.2';
        return Promise.resolve([{ address, family: 4 }]);
      },
    },
  });
  ada = await app.signUp({ username: 'ada' });
  admin = await app.signUp({ username: 'admin', service: 'admin' });
  worker = app.work();
  canary = await openClosedCanary();
  redirecting = await openServer((req, res) => {
    res.writeHead(307, { location: `${canary.url}${req.url}` }).end();
  });
});

afterEach(() => {
  lookups = [];
  canary.requests.length = 0;
  redirecting.requests.length = 0;
});

afterAll(async () => {
  await worker.stop();
  await redirecting.close();
  await canary.close();
  await app.close();
});

/** Every operation to which a user names an address that is fetched, and the request with this address. */
const FIELDS: [string, (url: string) => Record<string, unknown>][] = [
  ['/import-url', (url) => ({ dataset_name: 'x', url: `${url}/a.gpkg` })],
  ['/import-s3', (url) => ({ dataset_name: 'x', endpoint: url, ...object('') })],
  ['/import-s3', (url) => ({ dataset_name: 'x', endpoint: url, mode: 'remote', ...object('') })],
  ['/api/quick-import', (url) => ({ source_type: 'url', url: `${url}/a.gpkg`, ...destination() })],
  [
    '/api/quick-import',
    (url) => ({ source_type: 's3', s3_endpoint: url, ...object('s3_'), ...destination() }),
  ],
  [
    '/api/featuresvc/service/browse',
    (url) => ({ service_url: `${url}/arcgis/rest/services/a/FeatureServer` }),
  ],
  [
    '/api/featuresvc/service/browse',
    (url) => ({
      service_url: `${url}/arcgis/rest/services/a/FeatureServer`,
      ...{ username: 'ada', password: SECRET },
    }),
  ],
];

function object(prefix: string): Record<string, unknown> {
  const fields = { bucket: 'maps', key: 'a.gpkg', access_key: 'AKIA', secret_key: SECRET };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [prefix + name, value]));
}

function destination(): Record<string, unknown> {
  return {
    ...{ spatialdb_host: '127.0.0.1', spatialdb_port: '1', spatialdb_dbname: 'gis' },
    ...{ spatialdb_user: 'ada', spatialdb_password: SECRET },
  };
}

async function send(path: string, json: Record<string, unknown>) {
  const { status, body } = await ask(app, ada, { path, method: 'POST', json });
  expect(canary.requests).toEqual([]);
  const tables = ['jobs', 'import_requests', 'audit_events', 'datasets'];
  const rows = await Promise.all(tables.map((table) => app.admin.query(`SELECT * FROM vault.${table}`)));
  expect(JSON.stringify([body, rows.map((each) => each.rows)])).not.toContain(SECRET);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  return body.error as string;
}

test.each(FIELDS)('POST %s calls no address in a private network', async (path, json) => {
  const { port } = new URL(canary.url);
  for (const host of ['127.0.0.2', '2130706434', '0x7f.2', '[::ffff:127.0.0.2]', 'inner.example'])
    await send(path, json(`http://${host}:${port}`));
});

test.each(FIELDS)('POST %s follows no redirect to a private network', async (path, json) => {
  await send(path, json(redirecting.url));
  expect(redirecting.requests.length).toBeGreaterThan(0);
});

test.each(FIELDS)('POST %s calls no host name whose address changes to a private one', async (path, json) => {
  lookups = ['127.0.0.1', '127.0.0.2'];
  const { port } = new URL(canary.url);
  await send(path, json(`http://rebound.example:${port}`));
});

test('POST /api/mapserver/connections/{id}/test calls no map server in a private network, and repeats no password', async () => {
  const { port } = new URL(canary.url);
  for (const [i, url] of [
    `http://127.0.0.2:${port}/geoserver`,
    `${redirecting.url}/geoserver`,
    `http://inner.example:${port}/geoserver`,
  ].entries()) {
    const json = { name: `maps ${i}`, url, username: 'ada', password: SECRET };
    const path = '/api/mapserver/connections';
    const saved = await ask(app, ada, { path, method: 'POST', json });
    const tested =
      saved.status < 300
        ? await ask(app, ada, { path: `${path}/${saved.body.id}/test`, method: 'POST' })
        : saved;
    expect([tested.body.success ?? false, canary.requests]).toEqual([false, []]);
    expect(JSON.stringify([saved.body, tested.body])).not.toContain(SECRET);
  }
});

test('POST /api/connections/test repeats no password', async () => {
  const json = {
    ...{ name: 'gis', host: '127.0.0.1', port: 1, database_name: 'gis', username: 'ada' },
    ...{ password: SECRET, sslmode: 'disable' },
  };
  const { body } = await ask(app, admin, { path: '/api/connections/test', method: 'POST', json });
  expect(body.success).toBe(false);
  expect(JSON.stringify(body)).not.toContain(SECRET);
});
