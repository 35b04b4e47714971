import { afterAll, beforeAll, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { samples, type Sample } from '../src/samples.ts';
import { signedInState, visit } from '../src/session.ts';

let browser: Browser;
let page: Page;
const places = samples().find(({ kind }) => kind === 'GeoJSON') as Sample;
const dataset = `twice-${places.dataset}`;

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visit(browser, { storageState: await signedInState(browser, 'admin') })).page;
});
afterAll(() => browser?.close());

test('of several files each has a row of its own: one is taken, one refused, and the page says why', async () => {
  await page.goto('/vault/upload');
  await page.setInputFiles('input[type=file]', [
    { name: `${dataset}.geojson`, mimeType: '', buffer: places.bytes },
    { name: 'report.pdf', mimeType: '', buffer: Buffer.from('%PDF') },
  ]);
  await page.locator('[data-upload-status="done"]').waitFor();
  await page.getByText('report.pdf is not a kind of file the vault takes.').waitFor();
  await page.getByRole('link', { name: 'Open the dataset' }).click();
  await page.waitForURL(`**/vault/datasets/${dataset}*`);
});

test('the second upload of other bytes becomes version 2 and both can be downloaded', async () => {
  await page.goto(`/vault/upload?dataset=${dataset}`);
  const text = places.bytes.toString('utf8').replace('Paris', 'Lutetia');
  await page.setInputFiles('input[type=file]', {
    name: places.fileName,
    mimeType: '',
    buffer: Buffer.from(text),
  });
  await page.waitForURL(`**/vault/datasets/${dataset}*`);
  await page.getByText('Version 2').first().waitFor();
  await page.getByRole('tab', { name: /Versions/ }).click();
  await page.getByRole('link', { name: 'Download version 1' }).waitFor();
  await page.getByRole('link', { name: 'Download version 2' }).waitFor();
});

test('a file with the name of a dataset is not taken for its next version unasked', async () => {
  await page.goto('/vault/upload');
  await page.setInputFiles('input[type=file]', {
    name: `${dataset}.geojson`,
    mimeType: '',
    buffer: places.bytes,
  });
  await page.getByRole('button', { name: 'Add as a new version' }).waitFor();
  await page.getByRole('button', { name: `Keep both, as ${dataset}-2` }).waitFor();
});

test('an upload can be cancelled, and tried again until it succeeds', async () => {
  const name = `stubborn-${process.pid}`;
  await page.goto('/vault/upload');
  await page.route('**/projects/1/upload', () => undefined);
  await page.setInputFiles('input[type=file]', {
    name: `${name}.geojson`,
    mimeType: '',
    buffer: places.bytes,
  });
  await page.getByRole('button', { name: `Cancel the upload of ${name}.geojson` }).click();
  await page.getByText('Cancelled. Nothing was kept on the server').waitFor();
  await page.unroute('**/projects/1/upload');

  await page.route('**/projects/1/upload', (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor();
  await page.unroute('**/projects/1/upload');

  await page.getByRole('button', { name: 'Try again' }).click();
  await page.waitForURL(`**/vault/datasets/${name}*`);
});

test('what the server says of a file that is too large stands beside the file', async () => {
  const error = 'The file is larger than 5 GiB, the most that one upload may have.';
  await page.goto('/vault/upload');
  await page.route('**/projects/1/upload', (route) => route.fulfill({ status: 413, json: { error } }));
  await page.setInputFiles('input[type=file]', {
    name: 'vast.tif',
    mimeType: '',
    buffer: Buffer.from('II*'),
  });
  await page.getByRole('alert').getByText(error).waitFor();
  await page.unroute('**/projects/1/upload');
});
