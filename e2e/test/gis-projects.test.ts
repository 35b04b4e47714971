import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { repositoryRoot } from '@cairn/topology';
import type { Api } from '../../tools/seed/api.ts';
import { addReader, asAdmin } from '../src/api.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { goTo, visitAs } from '../src/session.ts';

let browser: Browser;
let page: Page;
const dataset = `drawn-heights-${process.pid}`;
let project: string;

beforeAll(async () => {
  browser = await launchBrowser();
  const visited = await visitAs(browser, 'admin');
  page = visited.page;
  await visited.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const file of ['elevation.tif', 'geoid.tif']) {
    const bytes = readFileSync(join(repositoryRoot, 'tools/sample-data', file));
    await uploadDataset(page, { dataset, fileName: file, bytes });
    const answer = await page.request.get(`/vault/datasets/${dataset}/versions`);
    const { versions } = (await answer.json()) as { versions: { id: number }[] };
    const id = versions[0]!.id;
    const published = await page.request.post(`/vault/versions/${id}/publish`, { data: { version_id: id } });
    expect([published.status(), await published.text()]).toEqual([
      200,
      expect.stringContaining('gis-runtime'),
    ]);
  }
  const list = (await (await page.request.get('/vault/api/gisproj-projects')).json()) as {
    id: string;
    dataset: string;
  }[];
  project = list.find((each) => each.dataset === dataset)!.id;
});
afterAll(() => browser?.close());

test('the page of GIS projects shows the state of each, copies its WMS address and restores a snapshot', async () => {
  await goTo(page, '/vault/gis-projects');
  const row = page.getByRole('row').filter({ hasText: dataset });
  await row.getByText('Running').waitFor();
  await row.getByRole('button', { name: `Actions for ${dataset}` }).click();
  await page.getByRole('menuitem', { name: 'Copy WMS address' }).click();
  await page.getByText(`Copied the WMS address of ${dataset}.`).waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(/\/vault\/published\/[0-9a-f-]{36}\/wms$/);
  const capabilities = await page.request.get(`${address}?SERVICE=WMS&REQUEST=GetCapabilities`);
  expect(await capabilities.text()).toContain('<Layer queryable="1">');

  await row.getByRole('link', { name: dataset }).click();
  await page.waitForURL(/project=dataset-\d+/);
  const panel = page.getByRole('dialog', { name: 'GIS project' });
  const legend = panel.getByRole('img', { name: `Legend of ${dataset}` });
  await legend.waitFor();
  expect(
    await legend.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(20);
  const versions = panel.getByRole('list', { name: `Versions of ${dataset}` }).getByRole('listitem');
  await versions.first().waitFor();
  expect(await versions.count()).toBe(2);
  await panel.getByRole('button', { name: 'Restore: Snapshot 1' }).click();
  await page.getByText('Restored snapshot 1. What was shown before is now snapshot 2.').waitFor();
  await panel.getByRole('link', { name: 'Download: Snapshot 2' }).waitFor();
  const started = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download: Current' }).click();
  expect((await started).suggestedFilename()).toBe(`${project}.zip`);
});

test('people who may only view a dataset see the versions of its GIS project, without Restore', async () => {
  const api = await asAdmin();
  const reader = await addReader(api);
  await letView(api, reader);
  await api.signOut();
  const { context, page: seen } = await visitAs(browser, reader);
  await goTo(seen, `/vault/gis-projects?project=${project}`);
  const panel = seen.getByRole('dialog', { name: 'GIS project' });
  await panel.getByText('You can view and download the versions.').waitFor();
  await panel.getByRole('link', { name: 'Download: Snapshot 1' }).waitFor();
  expect(await panel.getByRole('button', { name: /^Restore/ }).count()).toBe(0);
  await context.close();
});

test(
  'axe finds nothing wrong with the page of a GIS project in light and dark, and it fits 360 pixels',
  async () => {
    const pages = [{ name: 'gis-project', path: `/vault/gis-projects?project=${project}` }];
    expect(await auditPages(page, pages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);

/** Gives a user view access to the dataset, through a group. */
async function letView(api: Api, { username }: { username: string }): Promise<void> {
  const group = await api.send<{ id: number }>('POST', '/api/admin/groups', {
    name: `Viewers of ${dataset}`,
    description: '',
  });
  const users = await api.get<{ items: { id: number; username: string }[] }>('/api/admin/users');
  const user_id = users.items.find((each) => each.username === username)?.id;
  await api.send('POST', `/api/admin/groups/${group.id}/users`, { user_id });
  const { items } = await api.get<{ items: { id: number; resource_key: string }[] }>('/api/admin/resources');
  const key = project.replace('dataset-', 'id:');
  const resource_id = items.find(({ resource_key }) => resource_key === key)?.id;
  await api.send('POST', '/api/admin/permissions', { resource_id, group_id: group.id, permission: 'view' });
}
