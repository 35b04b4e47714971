import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { startTestFeatureService } from '@cairn/testing';
import type { TestFeatureService } from '@cairn/testing';
import { numbers, pointsWithIds, startImportVault } from './feature-services.ts';
import type { ImportVault } from './feature-services.ts';
import { openClosedCanary, openServer } from './outbound.ts';
import type { Person } from './test-app.ts';

const LOGIN = { username: 'gisuser', password: 'correct horse battery' };
const LAYERS = () => [
  {
    id: 0,
    name: 'points',
    fields: [{ name: 'name', type: 'esriFieldTypeString' }],
    features: pointsWithIds(numbers(250)),
  },
];

let vault: ImportVault;
let ada: Person;
let worker: ReturnType<ImportVault['app']['work']>;
let open: TestFeatureService[] = [];

beforeAll(async () => {
  vault = await startImportVault();
  ada = await vault.app.signUp({ username: 'ada' });
  worker = vault.app.work();
});
afterEach(async () => {
  for (const service of open) await service.close();
  open = [];
  await vault.clear();
});
afterAll(async () => {
  await worker.stop();
  await vault.close();
});

async function start(more: object = {}): Promise<TestFeatureService> {
  const service = await startTestFeatureService(LAYERS(), { ...LOGIN, ...more });
  open.push(service);
  return service;
}

test.each(['server', 'portal'] as const)(
  'POST /api/featuresvc/service/browse signs in with the token service of the %s and returns the token',
  async (by) => {
    const service = await start({ by });
    const { status, body } = await vault.browse(ada, { service_url: service.url, ...LOGIN });
    expect([status, body.token]).toEqual([200, expect.stringMatching(/^token-/)]);
    const tokens = service.requests.filter(({ path }) => path.endsWith('generateToken'));
    expect(
      tokens.every(({ method, parameters }) => method === 'POST' && parameters['client'] === 'referer'),
    ).toBe(true);
    expect(new Set(service.requests.map(({ headers }) => headers.referer))).toEqual(
      new Set([undefined, `${service.origin}/`]),
    );
    const again = await vault.browse(ada, { service_url: service.url, token: body.token });
    expect(again.status).toBe(200);
  },
);

test('tokens and passwords are in no address, and a token is sent with the Referer that it is bound to', async () => {
  const service = await start();
  await vault.importAndWait(ada, { service_url: service.url, ...LOGIN });
  const signedIn = service.requests.filter(
    ({ parameters }) => 'token' in parameters || 'password' in parameters,
  );
  expect(signedIn.length).toBeGreaterThan(5);
  expect(
    signedIn.every(({ method, headers }) => method === 'POST' && headers.referer === `${service.origin}/`),
  ).toBe(true);
});

test('POST /api/featuresvc/import renews a token that expires between pages', async () => {
  const service = await start({ uses: 4 });
  const job = await vault.importAndWait(ada, { service_url: service.url, ...LOGIN });
  expect(job.status).toBe('succeeded');
  expect(service.requests.filter(({ path }) => path.endsWith('generateToken')).length).toBeGreaterThan(1);
});

test('POST /api/featuresvc/import continues with the token of a browse, and fails when it has expired', async () => {
  const service = await start({ uses: 8 });
  const { token } = (await vault.browse(ada, { service_url: service.url, ...LOGIN })).body;
  const job = await vault.importAndWait(ada, { service_url: service.url, token });
  expect(job).toMatchObject({ status: 'failed', error: expect.stringMatching(/does not accept the token/) });
  expect(await vault.tables()).toEqual([]);
});

test.each([
  ['no login', {}, /needs a sign-in/],
  ['a wrong password', { ...LOGIN, password: 'wrong horse' }, /rejected the username or the password/],
  ['a wrong token', { token: 'stolen' }, /does not accept the token/],
])(
  'POST /api/featuresvc/service/browse returns 400 with %s, and repeats no secret',
  async (_what, login, sentence) => {
    const service = await start();
    const { status, body } = await vault.browse(ada, { service_url: service.url, ...login });
    expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)]);
    expect(JSON.stringify(body)).not.toMatch(/horse|stolen/);
  },
);

test('POST /api/featuresvc/service/browse sends no password to a token service on another server', async () => {
  const elsewhere = await openServer((_req, res) => void res.end('{"token":"x"}'));
  const canary = await openClosedCanary();
  try {
    for (const tokenServicesUrl of [
      `${elsewhere.url}/sharing/rest/generateToken`,
      `${canary.url}/tokens/generateToken`,
    ]) {
      const service = await start({ tokenServicesUrl });
      const { status, body } = await vault.browse(ada, { service_url: service.url, ...LOGIN });
      expect([status, body.error]).toEqual([
        400,
        expect.stringMatching(/password to be sent to another server/),
      ]);
    }
    expect([elsewhere.requests, canary.requests]).toEqual([[], []]);
  } finally {
    await elsewhere.close();
    await canary.close();
  }
});

test('POST /api/featuresvc/service/browse follows no redirect with a token, and none to a private network', async () => {
  const canary = await openClosedCanary();
  const elsewhere = await openServer((_req, res) => void res.end('{"layers":[]}'));
  try {
    const service = await start();
    const { token } = (await vault.browse(ada, { service_url: service.url, ...LOGIN })).body;
    service.on(() => ({ status: 307, headers: { location: `${elsewhere.url}/x` } }));
    expect((await vault.browse(ada, { service_url: service.url, token })).body.error).toMatch(
      /redirects to another address/,
    );
    expect(elsewhere.requests).toEqual([]);
    service.on(() => ({ status: 302, headers: { location: `${canary.url}/x` } }));
    expect((await vault.browse(ada, { service_url: service.url })).body.error).toMatch(
      /private or reserved network/,
    );
    expect(canary.requests).toEqual([]);
  } finally {
    await canary.close();
    await elsewhere.close();
  }
});

test('POST /api/featuresvc/service/browse calls no address that a layer names', async () => {
  const canary = await openClosedCanary();
  try {
    const service = await start();
    const { token } = (await vault.browse(ada, { service_url: service.url, ...LOGIN })).body;
    Object.assign(service.layers[0]!, {
      description: {
        layer_url: canary.url,
        url: canary.url,
        source: { url: canary.url },
        serviceItemId: canary.url,
      },
    });
    const { body } = await vault.browse(ada, { service_url: service.url, token });
    expect(body.service.layers[0].layer_url).toBe(`${service.url}/0`);
    expect((await vault.importAndWait(ada, { service_url: service.url, token })).status).toBe('succeeded');
    expect(canary.requests).toEqual([]);
  } finally {
    await canary.close();
  }
});

test.each([
  'http://127.0.0.2/arcgis/rest/services/x/FeatureServer',
  'http://[::1]/arcgis/rest/services/x/FeatureServer',
  'file:///etc/FeatureServer',
  'http://user:secret@127.0.0.1/x/FeatureServer',
  'http://127.0.0.1/arcgis/rest/services',
  'http://127.0.0.2/%zz/FeatureServer',
  'nonsense',
])(
  'POST /api/featuresvc/service/browse and POST /api/featuresvc/import return 400 for %s',
  async (address) => {
    for (const ask of [vault.browse, vault.importLayers]) {
      const { status, body } = await ask(ada, { service_url: address });
      expect([status, body.error]).toEqual([400, expect.stringMatching(/\.$/)]);
    }
    expect(await vault.app.rows('jobs')).toBe(0);
  },
);

test('the login of an import is stored encrypted, is in no job, and is deleted when the job has ended', async () => {
  const service = await start();
  await worker.stop();
  const { body } = await vault.importLayers(ada, {
    service_url: `${service.url}?token=in-the-address`,
    ...LOGIN,
  });
  const { rows } = await vault.app.admin.query(
    `SELECT (SELECT string_agg(j::text, '') FROM vault.jobs j) || (SELECT string_agg(i::text, '') FROM vault.featuresvc_imports i) AS text`,
  );
  expect(rows[0].text).toContain(service.url);
  expect(rows[0].text + JSON.stringify(body)).not.toMatch(/horse|in-the-address/);
  worker = vault.app.work();
  await vault.app.context.jobs.finished(Number(body.id));
  const { dropAbandonedTables } = await import('../src/features/featuresvc/drop-loaded-tables.ts');
  await dropAbandonedTables(vault.app.context);
  expect((await vault.app.admin.query('SELECT FROM vault.featuresvc_imports')).rowCount).toBe(0);
});
