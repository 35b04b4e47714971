import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { drawnOnMap, visibleShare } from '../src/map.ts';
import { samples, type Sample } from '../src/samples.ts';
import { goTo, signIn, type Visit, visit, WORK } from '../src/session.ts';

let browser: Browser;
let newcomer: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  newcomer = await visit(browser, { acceptDownloads: true });
});
afterAll(() => browser?.close());

test('a signed-out user who opens the upload page signs in and returns to it', async () => {
  const { page } = newcomer;
  await page.goto('/vault/upload');
  await page.waitForURL(/\/login/);
  await signIn(page, 'admin', '/vault/upload');
  await page.waitForURL(/\/vault\/upload$/);
});

for (const sample of samples()) {
  test(`a ${sample.kind} is uploaded, drawn and downloaded byte for byte`, async () => {
    const { page } = newcomer;
    await upload(page, sample);
    await expectDrawn(page, sample);
    expect(await download(page)).toEqual(sample.bytes);
    // The only complaint that may occur is of a thumbnail that is not made yet.
    expect(newcomer.complaints.filter((complaint) => !complaint.includes('/thumbnail'))).toEqual([]);
  });
}

test('the uploaded datasets are found in the catalog and opened from it', async () => {
  const { page } = newcomer;
  await page.getByRole('link', { name: 'Catalog' }).first().click();
  await page.waitForURL(/\/catalog/);
  const search = page.getByRole('textbox', { name: /search/i }).first();
  const entry = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
  for (const { dataset } of samples()) {
    await search.fill(dataset);
    await entry(dataset).waitFor();
  }
  const { dataset } = samples().at(-1) as Sample;
  await entry(dataset).click();
  await page.waitForURL(`**/vault/datasets/${dataset}*`);
  await page.getByRole('heading', { level: 1, name: dataset }).waitFor();
});

test('a file whose content does not match its name is rejected with a message, and nothing is stored', async () => {
  const { page } = newcomer;
  await page.goto('/vault/upload');
  await page.setInputFiles('input[type=file]', {
    name: 'broken.gpkg',
    mimeType: '',
    buffer: Buffer.from('no map'),
  });
  const row = page.locator('[data-upload-status="failed"]');
  await row.waitFor();
  const sentence = await row.getByRole('alert').innerText();
  expect(sentence.trim().length).toBeGreaterThan(20);
  // The same bytes would be refused again.
  expect(await row.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  expect((await page.request.get('/vault/datasets/broken')).status()).toBe(404);
});

async function upload(page: Page, { fileName, dataset, bytes }: Sample): Promise<void> {
  await goTo(page, '/vault/');
  await page.getByRole('link', { name: 'Upload data' }).first().click();
  await page.setInputFiles('input[type=file]', { name: fileName, mimeType: '', buffer: bytes });
  await page.waitForURL(`**/vault/datasets/${dataset}*`, WORK);
  await page.getByRole('heading', { level: 1, name: dataset }).waitFor();
}

async function expectDrawn(page: Page, { dataset, type, features }: Sample): Promise<void> {
  await page.getByRole('checkbox', { name: dataset }).waitFor(WORK);
  const drawn = await drawnOnMap(page);
  expect(drawn.background).toBeGreaterThan(0);
  if (type === 'vector') {
    expect(drawn.features).toBeGreaterThan((features ?? 0) / 4);
    await page.getByTestId('preview-note').getByText(`all ${features} features`).waitFor();
  } else {
    expect(drawn.pictures).toBe(1);
    expect(drawn.zoom).toBeGreaterThan(7);
  }
  expect(await visibleShare(page, dataset)).toBeGreaterThan(0.004);
}

async function download(page: Page): Promise<Buffer> {
  const started = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download\b/ })
    .first()
    .click();
  return readFile(await (await started).path());
}
