import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrateService } from '@cairn/db';
import {
  createTestDatabase,
  freePort,
  startService,
  startTestOidcProvider,
  testRedisUrl,
} from '@cairn/testing';
import type { RunningService, TestDatabase, TestOidcProvider } from '@cairn/testing';
import { repositoryRoot } from '@cairn/topology';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { visit } from '../src/session.ts';

const SERVICE = join(repositoryRoot, 'apps/field-sync/src');
const ROLES: Record<string, string[]> = { ada: ['admin'], will: ['crew'] };

let browser: Browser;
let database: TestDatabase;
let storageRoot: string;
let provider: TestOidcProvider;
let service: RunningService;
/** Address of a field-sync of its own: the way of signing in is fixed at its start. */
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  const client = { clientId: 'field-sync', clientSecret: randomBytes(16).toString('hex') };
  [browser, database, storageRoot, provider] = await Promise.all([
    launchBrowser({ webgl: false }),
    createTestDatabase({
      migrations: [{ schema: 'field_sync', folder: join(SERVICE, 'db/migrations') }],
      migrate: migrateService,
    }),
    mkdtemp(join(tmpdir(), 'cairn-oidc-')),
    startTestOidcProvider({
      ...{ ...client, redirectUri: `${url}/auth/oidc/callback.php`, afterLogout: `${url}/login.php` },
      rolesOf: (login) => ROLES[login] ?? [],
    }),
  ]);
  await provider.close();
  service = await startService({
    script: join(SERVICE, 'main.ts'),
    config: {
      ...{ databaseUrl: database.url('field_sync'), redisUrl: testRedisUrl(), storageRoot },
      serviceSecret: randomBytes(32).toString('hex'),
      encryptionKeys: `test:${randomBytes(32).toString('base64')}`,
    },
    env: {
      ...{ PORT: String(port), BASE_PATH: '/', PUBLIC_URL: url, SYNC_AUTH_MODE: 'oidc' },
      ...{ FOLDER_PROVIDER_ROOT: join(storageRoot, 'in'), LOCAL_TARGETS_ROOT: join(storageRoot, 'out') },
      ...{ SYNC_OIDC_ISSUER: provider.issuer, SYNC_OIDC_ROLES_CLAIM: 'roles' },
      ...{ SYNC_OIDC_CLIENT_ID: client.clientId, SYNC_OIDC_CLIENT_SECRET: client.clientSecret },
      SYNC_OIDC_REQUIRED_ROLES: 'admin, crew',
    },
  });
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await provider?.close();
  await database?.drop();
  if (storageRoot) await rm(storageRoot, { recursive: true, force: true });
});

let admin: Page;
let complaints: string[];
let worker: Page;

test('while the identity provider is down the page says so, and signing in works again once it is back', async () => {
  ({ page: admin, complaints } = await visit(browser));
  await admin.goto(`${url}/admin/projects.php`);
  expect(await admin.getByRole('alert').innerText()).toContain('The identity provider did not sign you in.');
  await provider.start();
  await admin.getByRole('link', { name: 'Sign in again' }).click();
  await fillProviderForms(admin, 'ada');
  await admin.getByRole('heading', { name: 'Overview' }).waitFor();
  await admin.getByRole('link', { name: 'Projects', exact: true }).click();
  await admin.getByRole('link', { name: 'Add project' }).waitFor();
});

test('a person with another role reads, and is led from pages of administrators to the overview', async () => {
  worker = await openAs('will');
  await worker.goto(`${url}/admin/projects.php`);
  await worker.waitForURL(/\/index\.php$/);
  await worker.getByRole('heading', { name: 'Overview' }).waitFor();
  await worker.getByRole('link', { name: 'Field projects' }).waitFor();
  expect(await worker.getByRole('link', { name: 'Add project' }).count()).toBe(0);
});

test('a person without a required role sees that, and may try another account', async () => {
  const page = await openAs('eve');
  expect(await page.getByRole('alert').innerText()).toContain('none of the roles');
  await page.getByRole('link', { name: 'Sign in again' }).waitFor();
  await page.context().close();
});

test('signing out ends the session here and at the identity provider, and no other', async () => {
  // Also where there is no page, and without asking a portal.
  await admin.goto(`${url}/nowhere`);
  await admin.getByRole('button', { name: 'Account menu: ada' }).click();
  await admin.getByRole('menuitem', { name: 'Sign out' }).click();
  await admin.getByRole('button', { name: 'Yes, sign me out' }).click();
  // Back here nobody is signed in, and neither are they there: the form asks for a name again.
  await admin.getByPlaceholder('Enter any login').waitFor();
  expect(new URL(admin.url()).origin).toBe(provider.issuer);
  await admin.goto(`${url}/nowhere`);
  await admin.getByRole('link', { name: 'Sign in' }).click();
  await admin.getByPlaceholder('Enter any login').waitFor();
  // The missing pages themselves, and nothing else of this service.
  const missing = complaints.filter((each) => each.includes(`(${url}/`));
  expect(missing.filter((each) => !each.includes('/nowhere'))).toEqual([]);
  await provider.close();
  await worker.reload();
  await worker.getByRole('heading', { name: 'Overview' }).waitFor();
});

/** A window of someone who has signed in at the provider's forms. */
async function openAs(login: string): Promise<Page> {
  const { page } = await visit(browser);
  await page.goto(`${url}/admin/projects.php`);
  await fillProviderForms(page, login);
  return page;
}

async function fillProviderForms(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL((address) => address.origin === url);
}
