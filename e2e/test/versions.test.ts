import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { launchBrowser } from '../src/browser.ts';
import { drawnOnMap } from '../src/map.ts';
import { goTo, visitAs } from '../src/session.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';
import { towns, uploadPlaces } from '../src/upload-version.ts';

let browser: Browser;
let page: Page;
const dataset = `versioned-${process.pid}`;
const path = `/vault/datasets/${dataset}`;

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visitAs(browser, 'admin')).page;
  await uploadPlaces(page.request, dataset, towns(12));
  await uploadPlaces(page.request, dataset, towns(9));
});
afterAll(() => browser?.close());

async function openMenu(version: number): Promise<void> {
  await page.getByRole('button', { name: `Actions for version ${version}` }).click();
}

async function featuresOnMap(): Promise<number> {
  return (await drawnOnMap(page)).features;
}

test('versions are listed newest first with change, size and author', async () => {
  await goTo(page, `${path}?tab=versions&show=table`);
  const rows = page.getByRole('table').locator('tbody tr');
  await rows.nth(1).waitFor();
  // How many features there are is known once the file was looked through.
  await rows.nth(0).getByRole('cell', { name: '9', exact: true }).waitFor();
  await rows.nth(1).getByRole('cell', { name: '12', exact: true }).waitFor();
  expect(await rows.nth(0).innerText()).toMatch(/2[^]*latest[^]*Uploaded[^]*9[^]*KiB[^]*GeoJSON[^]*admin/);
  expect(await rows.nth(1).innerText()).toMatch(/1[^]*Uploaded[^]*12/);
});

test('showing an older version updates the map and says that it is not the latest', async () => {
  await goTo(page, `${path}?tab=versions`);
  await openMenu(1);
  await page.getByRole('menuitem', { name: 'Show this version' }).click();
  await page.waitForURL(/version=1/);
  await page.getByText('You are viewing version 1. The latest is version 2.').waitFor();
  // The map shows the features of the version before until these have come.
  await until('the map has the towns of version 1', async () => (await featuresOnMap()) === 12);
});

test('a rollback explains itself, takes a reason and creates a new version', async () => {
  await goTo(page, `${path}?tab=versions`);
  await openMenu(1);
  await page.getByRole('menuitem', { name: 'Roll back to this version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back to version 1' });
  await dialog.getByText('Creates version 3 from version 1.').waitFor();
  await dialog.getByLabel('Reason').fill('Three towns went missing');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('Created version 3 from version 1.').waitFor();
  const first = page.getByRole('table').locator('tbody tr').first();
  await first.getByText('Rolled back to version 1').waitFor();
  await first.getByText('Three towns went missing').waitFor();
  await until('the map has the towns of version 3', async () => (await featuresOnMap()) === 12);
});

test('the lineage shows related versions as a graph and a list and is navigable by keyboard', async () => {
  await goTo(page, `${path}?tab=lineage&lineage=graph`);
  const node = (version: number) =>
    page.getByRole('button', { name: new RegExp(`^Version ${version} .*of ${dataset}`) });
  await node(3).waitFor();
  expect(await page.locator('[data-node]').count()).toBe(2);
  await node(1).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Version 3 of ${dataset}` }).waitFor();
  const details = page.getByRole('definition');
  await details.filter({ hasText: 'Rolled back to version 1' }).waitFor();
  await details.filter({ hasText: 'Three towns went missing' }).waitFor();
  await page.locator('label').filter({ hasText: 'List' }).click();
  const listed = page.getByRole('listitem').filter({ hasText: `of ${dataset}` });
  await listed.first().waitFor();
  expect(await listed.count()).toBe(2);
  await page.getByRole('link', { name: 'Compare with version 1' }).click();
  await page.getByText('Both versions have the same features and values.').waitFor();
});

test('deleting a version requires typing its name, and the latest cannot be deleted', async () => {
  await goTo(page, `${path}?tab=versions&show=table`);
  await openMenu(3);
  expect(await page.getByRole('menuitem', { name: 'Delete version' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await openMenu(2);
  await page.getByRole('menuitem', { name: 'Delete version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete version 2?' });
  const button = dialog.getByRole('button', { name: 'Delete version' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('version 2');
  await button.click();
  await page.getByText('Deleted version 2.').waitFor();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 2);
});

test('viewers see why they cannot change versions', async () => {
  const { page: other, context } = await visitAs(browser, 'user');
  const listed = (await (await other.request.get('/vault/datasets-summary')).json()) as {
    name: string;
    version_count: number;
    permissions: { edit: boolean };
  }[];
  // The sample data are last. Other files share theirs for a while only.
  const seen = listed.findLast(({ permissions }) => !permissions.edit);
  expect(seen).toBeDefined();
  await goTo(other, `/vault/datasets/${encodeURIComponent(seen?.name ?? '')}?tab=versions&show=table`);
  await other.getByText('You can view the versions but not change them.').waitFor();
  await context.close();
});

test(
  'axe finds nothing wrong with versions and lineage in light and dark, and they fit 360 pixels',
  async () => {
    const pages = [
      { name: 'versions', path: `${path}?tab=versions` },
      { name: 'lineage as a graph', path: `${path}?tab=lineage&lineage=graph` },
      { name: 'lineage as a list', path: `${path}?tab=lineage&lineage=list` },
    ];
    expect(await auditPages(page, pages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);
