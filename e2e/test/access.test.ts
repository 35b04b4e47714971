import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import type { Api } from '../../tools/seed/api.ts';
import { settled } from '../src/accessibility.ts';
import { addDataset, addReader, asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { drawnOnMap } from '../src/map.ts';
import { platformUnderTest } from '../src/platform-under-test.ts';
import { signIn, visit, visitAs, WORK } from '../src/session.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visitAs(browser, 'user')).page;
});
afterAll(() => browser?.close());

test('a user without administrator rights sees no administration entries', async () => {
  await page.goto('/');
  await settled(page);
  await page.getByRole('link', { name: 'Catalog' }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  await page.keyboard.press('Control+k');
  const search = page.getByPlaceholder('Search datasets, pages, actions');
  // A page and an action of the administration, and what a service offers to its administrators alone.
  for (const words of ['resource sync', 'new user', 'register server', 'terminal']) {
    await search.fill(words);
    await page.getByRole('dialog').getByText('No results.').waitFor();
  }
  await page.keyboard.press('Escape');
});

test('an administration page answers 403 to a user without administrator rights', async () => {
  const answer = await page.goto('/admin/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const text = await page.locator('body').innerText();
  expect(answer?.status()).toBe(403);
  expect(text).not.toContain('Create user');
  expect(text).toContain('You don’t have access to this page');
  expect(await page.title()).toContain('You don’t have access to this page');
  // The navigation is there, and leads on to pages that are open.
  await page.getByRole('navigation').getByRole('link', { name: 'Catalog' }).click();
  await page.getByRole('heading', { name: 'Catalog', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor();
  expect((await page.request.get('/api/admin/users')).status()).toBe(403);
});

test('a wrong password is rejected without saying whether the user or the password is wrong', async () => {
  const { page: stranger } = await visit(browser);
  await stranger.goto('/login');
  await stranger.getByLabel('Username').fill(platformUnderTest().user.username);
  await stranger.getByLabel('Password').fill('not the password');
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  const sentence = await stranger.getByRole('alert').innerText();
  expect(sentence.trim().endsWith('.')).toBe(true);
  expect(new URL(stranger.url()).pathname).toBe('/login');
});

test('signing out ends the session for every page', async () => {
  await page.goto('/');
  await settled(page);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login/);
  const me = (await (await page.request.get('/api/me')).json()) as { authenticated: boolean };
  expect(me.authenticated).toBe(false);
  await page.goto('/vault/upload');
  await page.waitForURL(/\/login/);
});

test('a file is shared with a group, made public, and made private again without leaving a copy in a visitor’s browser', async () => {
  const name = `shared-${process.pid}`;
  const api = await asAdmin();
  const mara = await addReader(api);
  const friend = await addReader(api);
  const { groups, group } = await groupOf(api, [mara, friend]);
  expect(groups).toBeGreaterThan(0);

  // The owner uploads a file and shares it with the group.
  const { page: own } = await visitAs(browser, mara);
  await own.goto('/vault/upload');
  const places = [
    { name: 'Berlin', at: [13.4, 52.5] },
    { name: 'Bern', at: [7.4, 46.9] },
  ];
  await own.setInputFiles('input[type=file]', {
    name: `${name}.geojson`,
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(collectionOf(places))),
  });
  await own.waitForURL(`**/vault/datasets/${name}*`, WORK);
  await own.getByText('Private', { exact: true }).waitFor();
  await share(own, async (dialog) => {
    await dialog.getByLabel('Add people and groups').fill(group);
    await own.getByRole('option', { name: group }).click();
  });
  await own.getByText('Shared', { exact: true }).waitFor();
  const { page: member } = await visitAs(browser, friend);
  await member.goto(`/vault/datasets/${name}?show=table`);
  await member.getByRole('heading', { level: 1, name }).waitFor();

  // A visitor is asked to sign in until the dataset is public.
  const { page: visitor } = await visit(browser, { acceptDownloads: true });
  await visitor.goto(`/vault/datasets/${name}`);
  await visitor.waitForURL(/\/login/);
  await share(own, (dialog) => dialog.getByRole('switch', { name: 'Public' }).check({ force: true }));
  await own.getByText('Public', { exact: true }).waitFor();

  // The visitor looks at the map, filters the table and downloads; nothing offers what needs a login.
  await visitor.goto(`/vault/datasets/${name}`);
  await until('the map draws both places', async () => (await drawnOnMap(visitor)).features === 2);
  await visitor.getByRole('gridcell', { name: 'Bern', exact: true }).waitFor();
  const filters = JSON.stringify([{ column: 'name', op: '=', value: 'Bern' }]);
  const version = 1;
  const rows = `/vault/datasets/${name}/versions/${version}/edit/rows?filters=${encodeURIComponent(filters)}`;
  expect(await readIn(visitor, rows)).toMatchObject({ status: 200, body: expect.stringContaining('Bern') });
  for (const action of ['Share', 'New version', 'More actions'])
    expect(await visitor.getByRole('button', { name: action }).count()).toBe(0);
  for (const entry of ['Upload', 'Databases', 'Administration'])
    expect(await visitor.getByRole('link', { name: entry }).count()).toBe(0);
  expect(await visitor.getByRole('tab', { name: 'Process' }).count()).toBe(0);
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('link', { name: /^Download/ }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Berlin');
  const preview = `/vault/preview?dataset=${name}&version=1`;
  const thumbnail = `/vault/datasets/${name}/thumbnail`;
  for (const path of [preview, rows, thumbnail]) expect((await readIn(visitor, path)).status).toBe(200);

  // The owner makes it private again.
  await share(own, (dialog) => dialog.getByRole('switch', { name: 'Public' }).uncheck({ force: true }));
  await own.getByText('Shared', { exact: true }).waitFor();
  for (const path of [preview, rows, thumbnail]) {
    expect((await readIn(visitor, path)).status).toBe(401);
    expect((await readIn(visitor, path, 'force-cache')).status).toBe(401);
  }
  await visitor.goto('/login');
  await visitor.goBack();
  await visitor.waitForURL(/\/login/);
  expect(await visitor.locator('body').innerText()).not.toContain('Berlin');
  await api.signOut();
});

test('the browser cache does not show one user’s data to another user', async () => {
  const api = await asAdmin();
  const name = `cached-${process.pid}`;
  await addDataset(api, name);
  const { page: shared } = await visit(browser);
  await signIn(shared, 'admin');
  const paths = [
    `/vault/datasets/${name}/thumbnail?v=1`,
    `/vault/preview?dataset=${name}&version=1`,
    `/vault/datasets/${name}/versions/1/tiles/0/0/0?v=00000000`,
  ];
  for (const path of paths) {
    expect((await readIn(shared, path)).status).toBe(200);
    expect((await readIn(shared, path, 'force-cache')).status).toBe(200);
  }
  // The cookie of the session goes as when a session ends, without the page of signing out.
  await shared.context().clearCookies();
  for (const path of paths) {
    expect((await readIn(shared, path, 'force-cache')).status).toBe(401);
    expect((await readIn(shared, path)).status).toBe(401);
  }
  await signIn(shared, 'user');
  for (const path of paths) expect((await readIn(shared, path, 'force-cache')).status).toBe(403);
  await api.signOut();
});

/** What a script of the page gets at an address. */
function readIn(on: Page, path: string, cache: 'default' | 'force-cache' = 'default') {
  return on.evaluate(
    async ([address, mode]) => {
      const answer = await fetch(address, { cache: mode });
      return { status: answer.status, body: await answer.text() };
    },
    [path, cache] as const,
  );
}

/** Opens the dialog, changes something in it and saves. */
async function share(on: Page, change: (dialog: Locator) => Promise<unknown>): Promise<void> {
  await on.getByRole('button', { name: 'Share' }).click();
  const dialog = on.getByRole('dialog', { name: /^Share/ });
  await dialog.getByText('Owner').waitFor();
  await change(dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** A new group of these people, who may edit in the vault through it. */
async function groupOf(api: Api, people: { username: string }[]) {
  const group = `Group ${process.pid}`;
  const { id } = await api.send<{ id: number }>('POST', '/api/admin/groups', {
    name: group,
    description: '',
  });
  const users = await api.get<{ items: { id: number; username: string }[] }>('/api/admin/users');
  for (const { username } of people) {
    const user = users.items.find((each) => each.username === username);
    await api.send('POST', `/api/admin/groups/${id}/users`, { user_id: user?.id });
  }
  const { items } = await api.get<{ items: { id: number; resource_type: string; resource_key: string }[] }>(
    '/api/admin/resources',
  );
  const service = items.find((each) => each.resource_type === 'service' && each.resource_key === 'vault');
  await api.send('POST', '/api/admin/permissions', {
    resource_id: service?.id,
    group_id: id,
    permission: 'edit',
  });
  return { group, groups: users.items.length };
}

function collectionOf(places: { name: string; at: number[] }[]) {
  return {
    type: 'FeatureCollection',
    features: places.map(({ name, at }) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'Point', coordinates: at },
    })),
  };
}
