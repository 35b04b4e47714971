import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { holdReads } from '../src/hold-reads.ts';
import { drawnOnMap, mapIdle } from '../src/map.ts';
import { samples, type Sample } from '../src/samples.ts';
import { signedInState, visit } from '../src/session.ts';

let browser: Browser;
let page: Page;
const places = samples().find(({ kind }) => kind === 'GeoJSON') as Sample;
const dataset = `keys-${places.dataset}`;

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visit(browser, { storageState: await signedInState(browser, 'admin') })).page;
  const answer = await page.request.post('/vault/projects/1/upload', {
    headers: { accept: 'application/json' },
    multipart: {
      dataset_name: dataset,
      file: { name: places.fileName, mimeType: 'application/geo+json', buffer: places.bytes },
    },
  });
  expect(answer.status()).toBe(201);
  await page.goto(`/vault/datasets/${dataset}`);
  await page.getByRole('checkbox', { name: dataset }).waitFor();
});
afterAll(() => browser?.close());

test('search opens with Ctrl K and leads to the dataset without a mouse', async () => {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The first result is selected also when it comes after the typing.
  const release = await holdReads(page, /\/api\/catalog/);
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search datasets, pages and actions').fill(dataset);
  await page.getByRole('dialog').getByText('Searching…').waitFor();
  release();
  await page.getByRole('dialog').locator('[data-selected]').getByText(dataset).first().waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/vault/datasets/${dataset}*`);
});

test('search finds pages and actions of all services and recently visited pages', async () => {
  await page.setViewportSize({ width: 360, height: 740 });
  try {
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button').first().filter({ hasText: dataset }).waitFor();
    const search = page.getByPlaceholder('Search datasets, pages and actions');
    for (const [words, found] of [
      ['servers', 'Database servers'],
      ['new user', 'Create a user'],
      ['create databse', 'Create a database'],
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
    await page.setViewportSize({ width: 1280, height: 900 });
  }
});

test('selecting a row selects its feature on the map and in the URL', async () => {
  await page.goto(`/vault/datasets/${dataset}`);
  await mapIdle(page);
  const row = page.getByRole('button', { name: /Show .* on the map/ }).first();
  await row.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/[?&]feature=/);
  await page.locator('[data-map-attributes]').waitFor();
  expect(await row.getAttribute('aria-pressed')).toBe('true');
});

test('the map is panned, zoomed and queried with the keyboard', async () => {
  await page.goto(`/vault/datasets/${dataset}`);
  await mapIdle(page);
  const before = await drawnOnMap(page);
  // Paris, so that something lies under the cross in the middle.
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

test('a link restores tab, colours and map view', async () => {
  await page.goto(`/vault/datasets/${dataset}?tab=about&view=6.00/48.000/2.000`);
  await page.getByRole('tab', { name: 'About', selected: true }).waitFor();
  const drawn = await drawnOnMap(page);
  expect(drawn.zoom).toBeCloseTo(6, 1);
});

test('the note below the map counts the features in view and those of the layer', async () => {
  const { page: other } = await visit(browser, { storageState: await signedInState(browser, 'admin') });
  await other.goto('/vault/datasets/countries');
  const note = other.getByTestId('preview-note');
  await note.getByText('Showing all 241 features.').waitFor();
  await other.goto('/vault/datasets/countries?view=5.00/46.800/8.300');
  await note.getByText(/^\d+ of 241 features are in view\./).waitFor();
  await other.context().close();
});

test('the feature panel does not cover the button "Fit to data", even on a small map', async () => {
  const { page: other } = await visit(browser, { storageState: await signedInState(browser, 'admin') });
  const viewports = [
    { width: 1440, height: 900 },
    { width: 800, height: 900 },
    { width: 360, height: 740 },
  ];
  for (const viewport of viewports) {
    await other.setViewportSize(viewport);
    await other.goto('/vault/datasets/countries?feature=3');
    await other.locator('[data-map-attributes]').getByText('Albania').first().waitFor();
    await other.getByRole('button', { name: 'Fit to data' }).click({ trial: true });
  }
  await other.context().close();
});

test('metadata is validated, saved and shown, and leaving with unsaved changes asks first', async () => {
  await page.goto(`/vault/datasets/${dataset}?tab=about`);
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
    const { page: other } = await visit(plain, { storageState: await signedInState(browser, 'admin') });
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
