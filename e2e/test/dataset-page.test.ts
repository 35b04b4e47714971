import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { holdReads } from '../src/hold-reads.ts';
import { drawnOnMap, mapIdle } from '../src/map.ts';
import { samples, type Sample } from '../src/samples.ts';
import { goTo, visitAs, WINDOW } from '../src/session.ts';

let browser: Browser;
let page: Page;
const places = samples().find(({ kind }) => kind === 'GeoJSON') as Sample;
const dataset = `keys-${places.dataset}`;

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visitAs(browser, 'admin')).page;
  await uploadDataset(page, { dataset, fileName: places.fileName, bytes: places.bytes });
});
afterAll(() => browser?.close());

test('search opens with Ctrl K and leads to the dataset without a mouse', async () => {
  await goTo(page, '/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The first result is selected also when it comes after the typing.
  const release = await holdReads(page, /\/api\/catalog/);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search datasets, pages, actions').fill(dataset);
  await page.getByRole('dialog').getByText('Searching…').waitFor();
  release();
  await page.getByRole('dialog').locator('[data-selected]').getByText(dataset).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/vault/datasets/${dataset}*`);
  await page.getByRole('heading', { level: 1, name: dataset }).waitFor();
});

test('selecting a row selects its feature on the map and in the URL', async () => {
  await goTo(page, `/vault/datasets/${dataset}`);
  await mapIdle(page);
  const row = page.getByRole('button', { name: /Show .* on the map/ }).first();
  await row.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]feature=/);
  await page.locator('[data-map-attributes]').waitFor();
  expect(await row.getAttribute('aria-pressed')).toBe('true');
});

test('the map is panned, zoomed and queried with the keyboard', async () => {
  await goTo(page, `/vault/datasets/${dataset}`);
  await mapIdle(page);
  const before = await drawnOnMap(page);
  // Paris, so that there is a feature at the centre.
  await page.evaluate(() => {
    const map = (window as unknown as { __cairnMap: { jumpTo(to: object): void } }).__cairnMap;
    map.jumpTo({ center: [2.33, 48.87], zoom: 5 });
  });
  await mapIdle(page);
  await page.getByRole('region', { name: `Map of ${dataset}` }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Attributes', exact: true }).getByText('Paris').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-map-attributes]').waitFor({ state: 'detached' });
  await page.keyboard.press('Equal');
  await page.waitForURL(/[?&]view=/);
  expect((await drawnOnMap(page)).zoom).toBeGreaterThan(before.zoom);
});

test('search finds pages and actions of all services and recently visited pages', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  try {
    await goTo(page, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button').first().filter({ hasText: dataset }).waitFor();
    const search = page.getByPlaceholder('Search datasets, pages, actions');
    for (const [words, found] of [
      ['servers', 'Database servers'],
      ['new user', 'Create user'],
      ['create databse', 'Create database'],
      ['uplaod', 'Upload files'],
    ] as const) {
      await search.fill(words);
      await dialog.getByRole('button', { name: found }).first().waitFor();
    }
    await search.fill(dataset);
    const hit = dialog.getByRole('button', { name: dataset }).first();
    await hit.waitFor();
    const box = await hit.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
    await search.fill('upload');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/vault/upload');
  } finally {
    await page.setViewportSize(WINDOW);
  }
});

test('a link restores tab and map view, and the note below the map counts the features in view and those of the layer', async () => {
  await page.goto('/vault/datasets/countries?tab=about&view=5.00/46.800/8.300');
  await page.getByRole('tab', { name: 'About', selected: true }).waitFor();
  expect((await drawnOnMap(page)).zoom).toBeCloseTo(5, 1);
  const note = page.getByTestId('preview-note');
  await note.getByText(/^\d+ of 241 features are in view\./).waitFor();
  await page.getByRole('button', { name: 'Fit to data' }).click();
  await note.getByText('Showing all 241 features.').waitFor();
});

test('the feature panel does not cover the button "Fit to data", even on a small map', async () => {
  await goTo(page, '/vault/datasets/countries?feature=3');
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 800, height: 900 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(viewport);
    await mapIdle(page);
    await page.locator('[data-map-attributes]').getByText('Albania').first().waitFor();
    await page.getByRole('button', { name: 'Fit to data' }).click({ trial: true });
  }
  await page.setViewportSize(WINDOW);
});

test('metadata is validated, saved and shown, and leaving with unsaved changes asks first', async () => {
  await goTo(page, `/vault/datasets/${dataset}?tab=about`);
  await page.getByRole('button', { name: 'Edit metadata' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Title').fill('x'.repeat(301));
  await panel.getByText('At most 300 characters.').waitFor();
  await panel.getByLabel('Title').fill('Big cities of the world');
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Stay on this page' }).click();
  await panel.getByLabel('Description').fill('Where most people live.');
  await panel.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Big cities of the world' }).waitFor();
  await panel.waitFor({ state: 'detached' });
});

test('without WebGL the page explains why there is no map, and the rest of it works', async () => {
  const plain = await launchBrowser({ webgl: false });
  try {
    const { page: other } = await visitAs(plain, 'admin');
    await other.goto(`/vault/datasets/${dataset}`);
    await other.getByText(/cannot draw maps/).waitFor();
    await other
      .getByRole('button', { name: /Show .* on the map/ })
      .first()
      .waitFor();
    await other
      .getByRole('link', { name: /^Download\b/ })
      .first()
      .waitFor();
  } finally {
    await plain.close();
  }
});
