import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SERVICE_SECRET, serveTestApp } from '@cairn/testing';
import type { Person } from '@cairn/testing';
import { readReportServerConfig } from '../src/config.ts';
import { DEVELOPMENT_PRIVATE_KEY } from '../src/features/license/development-license.ts';
import { createLicenseService } from '../src/features/license/service.ts';
import { signLicense } from '../src/features/license/signature.ts';
import { reportServer } from '../src/service.ts';
import { startTestReportServer } from './test-app.ts';
import type { TestReportServer } from './test-app.ts';

const EXPLORER = '/api/v1/explorer';
const keys = generateKeyPairSync('ed25519');
const issuedPublic = keys.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const issuedPrivate = keys.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
const payload = {
  licensee: 'Land surveyors',
  features: ['dashboards'],
  not_before: '2026-01-01T00:00:00Z',
  not_after: '2099-01-01T00:00:00Z',
};

let app: TestReportServer;
let ada: Person;
let file: string;
beforeAll(async () => {
  app = await startTestReportServer({
    env: ({ storageRoot }) => {
      file = join(storageRoot, 'license.json');
      return { LICENSE_FILE: file, LICENSE_PUBLIC_KEY: issuedPublic };
    },
  });
  ada = await app.signUp({ username: 'ada', service: 'view' });
});
afterAll(() => app.close());

const readLicense = async () => (await app.ask(ada, { path: '/api/v1/license' })).body;
const write = (license: unknown) => writeFile(file, JSON.stringify(license));

test('GET /api/v1/license says who has which features until when, and which key signed them', async () => {
  await write(signLicense(payload, issuedPrivate));
  expect(await readLicense()).toEqual({
    edition: 'professional',
    licensee: 'Land surveyors',
    features: ['dashboards'],
    valid: true,
    development: false,
    not_before: payload.not_before,
    not_after: payload.not_after,
    problem: null,
  });
  await write(signLicense(payload, DEVELOPMENT_PRIVATE_KEY));
  expect(await readLicense()).toMatchObject({ valid: true, development: true });
});

test.each([
  [
    'ended',
    signLicense({ ...payload, not_after: '2026-02-01T00:00:00Z' }, issuedPrivate),
    /ended at 2026-02-01/,
  ],
  [
    'starts later',
    signLicense({ ...payload, not_before: '2098-01-01T00:00:00Z' }, issuedPrivate),
    /starts at/,
  ],
  [
    'changed',
    { ...signLicense(payload, issuedPrivate), payload: JSON.stringify(payload) + ' ' },
    /signature/,
  ],
  ['without signature', { payload: JSON.stringify(payload) }, /not a licence/],
  ['without dates', signLicense({ ...payload, not_after: 'soon' }, issuedPrivate), /dates/],
])('GET /api/v1/license names the problem of a licence that is %s', async (_what, license, problem) => {
  await write(license);
  expect(await readLicense()).toMatchObject({
    valid: false,
    features: [],
    problem: expect.stringMatching(problem),
  });
});

test('Dashboard routes return 403 license.feature_missing without the feature; views work', async () => {
  await write(signLicense({ ...payload, features: ['other'] }, issuedPrivate));
  const source = { datasource: 'sample', schema: 'public', table: 'places' };
  const view = { title: 'Places', kind: 'table', source };
  expect((await app.ask(ada, { path: `${EXPLORER}/views`, method: 'POST', json: view })).status).toBe(200);
  const routes: [string, string, object?][] = [
    ['POST', '/views/places/dashboard'],
    ['DELETE', '/views/places/dashboard'],
    ['GET', '/dashboard-widgets'],
    ['GET', '/dashboards'],
    ['POST', '/dashboards', { title: 'Mine' }],
    ['GET', '/dashboards/ada/mine'],
    ['PUT', '/dashboards/ada/mine', { title: 'Mine', layout: [], filters: [], parameters: {}, revision: 1 }],
    ['DELETE', '/dashboards/ada/mine'],
    ['POST', '/dashboards/ada/mine/restore'],
  ];
  for (const [method, path, json] of routes) {
    const answer = await app.ask(ada, { path: EXPLORER + path, method, json });
    expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'license.feature_missing']);
  }
});

test('Without LICENSE_FILE the development licence counts outside production, and no licence in production', async () => {
  const local = await createLicenseService({ nodeEnv: 'development' }).status();
  expect(local).toMatchObject({ features: ['dashboards'], isDevelopment: true });
  const production = await createLicenseService({ nodeEnv: 'production' }).status();
  expect(production).toMatchObject({ features: [], problem: expect.stringContaining('LICENSE_FILE') });
  await write(signLicense(payload, DEVELOPMENT_PRIVATE_KEY));
  expect(await createLicenseService({ nodeEnv: 'production', licenseFile: file }).status()).toMatchObject({
    features: [],
    isDevelopment: true,
    problem: expect.stringContaining('development key'),
  });
});

test('LICENSE_PUBLIC_KEY that is no Ed25519 key stops the start with a sentence', () => {
  const env = { SERVICE_SECRET, LICENSE_PUBLIC_KEY: 'abc' };
  expect(() => readReportServerConfig(env)).toThrow(/LICENSE_PUBLIC_KEY/);
});

test('With EDITION=open every explorer route is 404, and the licence says so', async () => {
  const config = { ...app.config, edition: 'open' as const };
  const context = reportServer.buildContext(config, app.context.logger, { registry: app.registry });
  const open = await serveTestApp(reportServer, context);
  const ask = async (path: string) => {
    const response = await fetch(open.url + path, { headers: { cookie: ada.cookie } });
    return [response.status, await response.json()];
  };
  expect((await ask(`${EXPLORER}/views`))[0]).toBe(404);
  expect((await ask(`${EXPLORER}/dashboards`))[0]).toBe(404);
  expect(await ask('/api/v1/license')).toEqual([200, expect.objectContaining({ edition: 'open' })]);
  await open.close();
  await context.close();
});
