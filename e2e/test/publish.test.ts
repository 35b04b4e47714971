import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeProblems } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { drawByMapLibre, openMapSite } from '../src/map-site.ts';
import type { MapSite } from '../src/map-site.ts';
import { goTo, visit, visitAs, WORK } from '../src/session.ts';
import { stations } from '../src/stations.ts';

const dataset = `published-${process.pid}`;
let browser: Browser;
let site: MapSite;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), openMapSite()]);
  ({ page, complaints } = await visitAs(browser, 'admin'));
  await uploadDataset(page, { dataset, fileName: 'stations.gpkg', bytes: stations(500) });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('a published layer is drawn by MapLibre on a site of another origin, until its token is revoked', async () => {
  await goTo(page, `/vault/datasets/${dataset}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Published layers' });
  // A browser that thinks it is offline still reaches a platform on its own machine or network.
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await panel.getByRole('button', { name: 'Publish', exact: true }).click(WORK);
  await panel.getByText('Shows the latest version, now version 1.').waitFor(WORK);
  await panel.getByRole('textbox', { name: 'Used by' }).fill('Town portal');
  await panel.getByRole('button', { name: 'Create token' }).click();
  await panel.getByText('Token created. The examples above contain it.').waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await panel.getByRole('tab', { name: 'MapLibre GL' }).click();
  const snippet = await panel.getByRole('region', { name: 'MapLibre GL' }).innerText();
  expect(snippet).toMatch(/\?token=cairn_tile_/);

  const { page: town } = await visit(browser);
  await town.goto(site.origin);
  const drawn = await drawByMapLibre(town, snippet);
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn[0]).toHaveProperty('name');

  await panel.getByRole('button', { name: 'Revoke Town portal' }).click();
  await page.getByText('Revoked Town portal.').waitFor();
  await town.reload();
  await expect(drawByMapLibre(town, snippet)).rejects.toThrow();
  expect(complaints).toEqual([]);
});

test('a panel that cannot be loaded again keeps what it showed, and says so', async () => {
  const { page: own } = await visitAs(browser, 'admin');
  await goTo(own, `/vault/datasets/${dataset}?panel=publish`);
  const panel = own.getByRole('dialog', { name: 'Published layers' });
  const shows = panel.getByRole('combobox', { name: 'Shows' });
  await shows.waitFor();
  const list = `**/api/datasets/${dataset}/publications`;
  await own.route(list, (route) => route.fulfill({ status: 503, json: { error: 'The vault restarts.' } }));
  await shows.selectOption({ label: 'Version 1' });
  const note = panel.getByRole('alert');
  await note.getByText('The vault restarts.').waitFor();
  await panel.getByText('Shows the latest version, now version 1.').waitFor();
  await own.unroute(list);
  await note.getByRole('button', { name: 'Retry' }).click();
  await panel.getByText('Always shows version 1.').waitFor();
  expect(await note.count()).toBe(0);
  await own.close();
});

test('a layer is unpublished after a question that says what stops working', async () => {
  await goTo(page, `/vault/datasets/${dataset}?panel=publish`);
  const panel = page.getByRole('dialog', { name: 'Published layers' });
  await panel.getByRole('button', { name: 'Unpublish' }).click();
  const question = page.getByRole('dialog', { name: /^Unpublish .*\?$/ });
  await question.getByText('Its address and its tokens stop working at once.').waitFor();
  await question.getByRole('button', { name: 'Unpublish' }).click();
  await panel.getByText('Publish a layer to use it in QGIS').waitFor();
});
