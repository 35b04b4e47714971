import { copyFile, mkdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createGeopackage, openGeopackage, pointBlob, startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import type { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from 'playwright-core';
import { sidewaysOverflow } from '../src/accessibility.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';
import { launchBrowser } from '../src/browser.ts';
import { checkEachSecond, FIELD_ADMIN, fillForm, openTab, sendForm } from '../src/field-sync-forms.ts';
import { drawnOnMap, visibleShare } from '../src/map.ts';
import { fieldSyncPages } from '../src/pages.ts';
import { platformUnderTest } from '../src/platform-under-test.ts';
import { visitAs, WINDOW, WORK } from '../src/session.ts';

const name = `Trees ${process.pid}`;
const folder = `crew-${process.pid}`;
let browser: Browser;
let server: TestServer;
let page: Page;
/** In a browser that draws maps, which the other tests do without. */
let map: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  server = await startTestServer();
  await server.query('postgres', 'CREATE DATABASE crew');
  await server.query('crew', 'CREATE EXTENSION postgis');
  await makePackage();
  ({ page, complaints } = await visitAs(browser, 'admin'));
});
afterAll(async () => {
  await Promise.all([browser?.close(), map?.context().browser()?.close()]);
  await server?.stop();
});

test('a folder of packages, a database and a project are added on the pages', async () => {
  await page.goto(`${FIELD_ADMIN}/servers.php?id=0`);
  await fillForm(page, { Name: name, Kind: 'folder', Address: folder });
  await sendForm(page, 'Add server', 'servers.php');
  await page.goto(`${FIELD_ADMIN}/databases.php?id=0`);
  await fillForm(page, { Name: name, Host: '127.0.0.1', Port: String(server.port), Database: 'crew' });
  await fillForm(page, { Role: server.user, Password: server.password, 'SSL mode': 'disable' });
  await sendForm(page, 'Add database link', 'databases.php');
  // What the action said is seen on the page that follows.
  await page.getByText('is a superuser').waitFor(WORK);
  await page.goto(`${FIELD_ADMIN}/project_settings.php?id=0`);
  await fillForm(page, { Name: name, 'Provider server': { label: name }, 'Project on the server': 'forest' });
  await fillForm(page, { GeoPackage: 'forest.gpkg', 'Database link': { label: name }, Schema: 'forest' });
  await sendForm(page, 'Add project', 'projects.php');
  await page.getByRole('link', { name, exact: true }).click();
  await checkEachSecond(page, name);
});

test('the first load is seen while it happens, without reloading', async () => {
  await openTab(page, name, 'Synchronize');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('[data-live="runs"] tr[data-status="applied"]').waitFor(WORK);
  expect(await server.query('crew', 'SELECT count(*)::int AS n FROM forest.trees')).toEqual([{ n: 150 }]);
});

test('on a narrow window the tabs of a project are one line, which shows the current one', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTab(page, name, 'Project');
  const tabs = page.getByRole('navigation', { name });
  const [line, current] = [await tabs.boundingBox(), await tabs.locator('[aria-current]').boundingBox()];
  expect(line?.height).toBeLessThan(60);
  expect(current!.x).toBeGreaterThanOrEqual(0);
  expect(current!.x + current!.width).toBeLessThanOrEqual(360);
  await page.setViewportSize(WINDOW);
  await openTab(page, name, 'Synchronize');
});

test('a change in the package is in the history of its row', async () => {
  await change((db) => db.prepare('UPDATE trees SET species = ? WHERE fid = 7').run('oak'));
  await page.locator('[data-live="runs"] tr[data-status="applied"]').nth(1).waitFor(WORK);
  await openTab(page, name, 'History');
  const row = page.locator('tr[data-change][data-key="7"]');
  expect(await row.locator('del').innerText()).toBe('elm');
  expect(await row.locator('ins').innerText()).toBe('oak');
  await row.getByRole('link', { name: 'trees 7' }).click();
  await page.waitForURL(/key=7/);
  expect(await page.locator('tr[data-change]').count()).toBe(1);
});

test('the map draws the row that the last run changed, and leads to its history', async () => {
  ({ page: map } = await visitAs(await launchBrowser(), 'admin'));
  await map.goto(addressOf('map'));
  expect(await visibleShare(map, 'Updated by')).toBeGreaterThan(0);
  await map.getByRole('link', { name: 'trees 7' }).click();
  await map.waitForURL(/tab=history.*key=7/);
});

test('the map draws the rows in view of a layer that has too many to draw them all', async () => {
  await map.goto(`${addressOf('map')}&table=wells`);
  await map.getByText('5,000 of the 5,200 rows in this view are shown').waitFor(WORK);
  await map.locator('canvas').first().press('+');
  await map.getByText(/All [\d,]+ rows in this view are shown, of 5,200 in the table/).waitFor(WORK);
});

test('a version that deletes most rows waits, shows what would be lost, and is applied once it is approved', async () => {
  await change((db) => db.exec('DELETE FROM trees WHERE fid > 20'));
  await openTab(page, name, 'Synchronize');
  await page.getByRole('link', { name: 'Review the change' }).click(WORK);
  await page.locator('tr[data-lost]').first().waitFor();
  expect(await page.locator('tr[data-lost]').count()).toBe(20);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.setViewportSize(WINDOW);
  expect(await server.query('crew', 'SELECT count(*)::int AS n FROM forest.trees')).toEqual([{ n: 150 }]);
  await page.getByRole('combobox').selectOption({ label: 'Delete 130 rows' });
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.locator('[data-live="runs"] tr[data-status="applied"]').nth(2).waitFor(WORK);
  expect(await server.query('crew', 'SELECT count(*)::int AS n FROM forest.trees')).toEqual([{ n: 20 }]);
  expect(complaints).toEqual([]);
});

test('a conflict shows the row of the database and that of the provider on one map', async () => {
  await server.query('crew', 'UPDATE forest.trees SET geom = ST_Translate(geom, 0.001, 0) WHERE fid = 8');
  await change((db) => db.prepare('UPDATE trees SET geom = ? WHERE fid = 8').run(pointBlob([10.009, 47])));
  await page.locator('[data-live="runs"] tr[data-status="applied"]').nth(3).waitFor(WORK);
  await map.goto(addressOf('conflicts'));
  const legend = map.locator('[data-map-legend] li');
  await legend.first().waitFor();
  expect(await legend.allInnerTexts()).toEqual(['From the provider', 'Was in the database']);
  expect((await drawnOnMap(map)).features).toBe(2);
});

test('every page is complete without scripts', async () => {
  const { context, page: plain } = await visitAs(browser, 'admin', { javaScriptEnabled: false });
  for (const { name: title, path } of await fieldSyncPages(context.request, name)) {
    const answer = await plain.goto(path);
    const shown = await plain.locator('main h1').count();
    expect([title, answer?.status(), shown]).toEqual([title, 200, 1]);
  }
  await context.close();
});

test(
  'axe finds nothing wrong with any page of field-sync in light and dark, and all fit 360 pixels',
  async () => {
    const pages = await fieldSyncPages(page.context().request, name);
    expect(pages.map((each) => each.name)).toEqual(expect.arrayContaining(['field-history', 'field-table']));
    // The page of a new entry shows the list too.
    const different = pages.filter(({ path }) => !pages.some((other) => other.path === `${path}?id=0`));
    expect(await auditPages(page, different)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);

/** Of a tab of the project that is open. */
function addressOf(tab: string): string {
  return `${FIELD_ADMIN}/project_settings.php?id=${new URL(page.url()).searchParams.get('id')}&tab=${tab}`;
}

function pathOf(file: string): string {
  return join(platformUnderTest().fieldProjects, folder, 'forest', file);
}

async function makePackage(): Promise<void> {
  await mkdir(pathOf('.'), { recursive: true });
  createGeopackage(pathOf('.next.gpkg'), [
    {
      name: 'trees',
      columns: { species: 'TEXT', geom: 'POINT' },
      geometry: { type: 'POINT' },
      rows: Array.from({ length: 150 }, (_each, n) => ({
        ...{ fid: n + 1, species: 'elm', geom: pointBlob([10 + n / 1000, 47]) },
      })),
    },
    {
      name: 'wells',
      columns: { geom: 'POINT' },
      geometry: { type: 'POINT' },
      rows: Array.from({ length: 5_200 }, (_each, n) => ({
        fid: n + 1,
        geom: pointBlob([11 + n / 5_200, 47]),
      })),
    },
  ]);
  await rename(pathOf('.next.gpkg'), pathOf('forest.gpkg'));
}

/** As crews do: a whole new file takes the place of the old one. */
async function change(edit: (db: DatabaseSync) => unknown): Promise<void> {
  await copyFile(pathOf('forest.gpkg'), pathOf('.next.gpkg'));
  const db = openGeopackage(pathOf('.next.gpkg'));
  edit(db);
  db.close();
  await utimes(pathOf('.next.gpkg'), new Date(), new Date());
  await rename(pathOf('.next.gpkg'), pathOf('forest.gpkg'));
}
