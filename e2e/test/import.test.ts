import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { openFileServer, type FileServer } from '../src/file-server.ts';
import { samples, type Sample } from '../src/samples.ts';
import { visitAs, WORK } from '../src/session.ts';

let browser: Browser;
let page: Page;
let files: FileServer;
const sample = (kind: string) => samples().find((each) => each.kind === kind) as Sample;
const named = (what: string) => `${what}-import-${process.pid}`;

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  files = await openFileServer();
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(async () => {
  await files?.close();
  await browser?.close();
});

const row = (name: string) => page.locator('li[data-import-status]').filter({ hasText: name });

test('an incomplete form names the missing fields and focuses the first', async () => {
  await page.goto('/vault/upload?from=url');
  await page.getByRole('textbox', { name: 'File URL' }).fill('example.org/roads.gpkg');
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('Enter a full URL that starts with https:// or http://.').waitFor();
  await page.locator('input[type=url]:focus').waitFor();
});

test('an import is named after its URL, shown in the jobs tray after a reload, and links to its dataset', async () => {
  const name = named('places');
  files.put(`/data/${name}.geojson`, { body: sample('GeoJSON').bytes, holdAt: 30_000 });
  await page.goto('/vault/upload?from=url');
  await page.getByRole('textbox', { name: 'File URL' }).fill(`${files.url}/data/${name}.geojson?key=1`);
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name);
  await page.getByRole('button', { name: 'Start import' }).click();
  await row(name).getByRole('progressbar').waitFor();
  await row(name)
    .getByText(/\d+% · .* of /)
    .waitFor();

  await page.goto('/vault/');
  await page.reload();
  await page.getByRole('button', { name: /1 job is running|jobs are running/ }).click();
  await page.getByRole('link', { name: `Import ${name}` }).waitFor();
  await page.getByRole('button', { name: `Cancel: Import ${name}` }).waitFor();
  files.release(`/data/${name}.geojson`);
  const imported = `Imported ${name} as version 1`;
  await page.getByRole('button', { name: `Remove ${imported} from the list` }).waitFor();
  await page.getByRole('alert').filter({ hasText: imported }).getByRole('link', { name: 'Open' }).waitFor();
  await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor();
  await page.getByRole('link', { name: imported }).click();
  await page.waitForURL(`**/vault/datasets/${name}`);
  await page.getByRole('heading', { level: 1, name }).waitFor();
});

test('an interrupted download resumes where it stopped', async () => {
  const name = named('cut');
  const { bytes } = sample('GeoPackage');
  files.put(`/${name}.gpkg`, { body: bytes, cutAt: 500_000 });
  await page.goto('/vault/upload?from=url');
  await page.getByRole('textbox', { name: 'File URL' }).fill(`${files.url}/${name}.gpkg`);
  await page.getByRole('button', { name: 'Start import' }).click();
  await row(name).getByText('Uploaded as version 1').waitFor(WORK);
  expect(files.ranges).toContain('bytes=500000-');
});

test('a cancelled import stores nothing and can be retried without typing', async () => {
  const name = named('slow');
  files.put(`/${name}.geojson`, { body: sample('GeoJSON').bytes, holdAt: 10_000 });
  await page.goto('/vault/upload?from=url');
  const address = page.getByRole('textbox', { name: 'File URL' });
  await address.fill(`${files.url}/${name}.geojson`);
  await page.getByRole('button', { name: 'Start import' }).click();
  await row(name)
    .getByRole('button', { name: `Cancel import of ${name}` })
    .click();
  await row(name).getByText('Cancelled. Nothing was stored.').waitFor();
  expect((await page.request.get(`/vault/datasets/${name}`)).status()).toBe(404);
  expect(await address.inputValue()).toBe('');
  files.release(`/${name}.geojson`);
  await row(name).getByRole('button', { name: 'Retry' }).click();
  expect(await address.inputValue()).toBe(`${files.url}/${name}.geojson`);
  await page.getByRole('button', { name: 'Start import' }).click();
  await row(name).getByText('Uploaded as version 1').waitFor(WORK);
});

test('a failed download says why, and an existing name is rejected', async () => {
  await page.goto('/vault/upload?from=url');
  const address = page.getByRole('textbox', { name: 'File URL' });
  await address.fill(`${files.url}/nowhere/${named('none')}.gpkg`);
  await page.getByRole('button', { name: 'Start import' }).click();
  await row(named('none')).getByText(/404/).waitFor(WORK);
  await address.fill(`${files.url}/countries.gpkg`);
  await page.getByRole('button', { name: 'Start import' }).click();
  await page.getByText('A dataset named countries already exists.').waitFor();
});

test('a public S3 object becomes a dataset even when its PostGIS database cannot be reached', async () => {
  const name = named('object');
  files.put(`/maps/2026/${name}.geojson`, { body: sample('GeoJSON').bytes });
  await page.goto('/vault/upload?from=s3');
  await page.getByRole('textbox', { name: 'Bucket' }).fill(`s3://maps/2026/${name}.geojson`);
  expect(await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue()).toBe(
    `2026/${name}.geojson`,
  );
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(name);
  await page.getByRole('textbox', { name: 'Endpoint' }).fill(files.url);
  await page.getByRole('switch', { name: 'Also load into PostGIS' }).check();
  // Databases that other tests registered are offered first.
  const databaseSelect = page.getByRole('combobox', { name: 'Database' });
  await databaseSelect
    .or(page.getByRole('textbox', { name: 'Host' }))
    .first()
    .waitFor();
  if (await databaseSelect.isVisible()) {
    await databaseSelect.click();
    await page.getByRole('option', { name: 'Other server' }).click();
  }
  await page.getByRole('button', { name: 'Start import' }).click();
  const form = page.getByRole('tabpanel', { name: 'S3' });
  await form.getByText('Enter the database name.').waitFor();
  await page.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await page.getByRole('textbox', { name: 'Port' }).fill('1');
  await page.getByRole('textbox', { name: 'Database' }).fill('gis');
  await page.getByRole('textbox', { name: 'User' }).fill('mara');
  await page.getByRole('textbox', { name: 'Password' }).fill('not kept');
  await page.getByRole('button', { name: 'Start import' }).click();
  await row(name).getByText('Uploaded as version 1').waitFor(WORK);
  await row(name).getByText('Not loaded into PostGIS').waitFor();
  await row(name).getByText('The dataset itself was stored.').waitFor();
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept + page.url()).not.toContain('not kept');
});
