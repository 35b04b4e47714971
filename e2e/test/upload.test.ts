import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeProblems } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { drawnOnMap } from '../src/map.ts';
import { samples, type Sample } from '../src/samples.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';

/** Two points near Stuttgart in UTM zone 32N. */
function shapefileWithoutCrs(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-no-crs-'));
  try {
    const csv = join(folder, 'places.csv');
    writeFileSync(csv, 'name,x,y\nA,513000,5403000\nB,523000,5413000\n');
    const places = ['-oo', 'X_POSSIBLE_NAMES=x', '-oo', 'Y_POSSIBLE_NAMES=y'];
    const zip = join(folder, 'places.shp.zip');
    execFileSync('ogr2ogr', ['-f', 'ESRI Shapefile', zip, csv, ...places]);
    return readFileSync(zip);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let browser: Browser;
let page: Page;
const places = samples().find(({ kind }) => kind === 'GeoJSON') as Sample;
const dataset = `twice-${places.dataset}`;

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(() => browser?.close());

test('each of several files has a row: one is stored, one is rejected with the reason', async () => {
  await page.goto('/vault/upload');
  await page.setInputFiles('input[type=file]', [
    { name: `${dataset}.geojson`, mimeType: '', buffer: places.bytes },
    { name: 'report.pdf', mimeType: '', buffer: Buffer.from('%PDF') },
  ]);
  await page.locator('[data-upload-status="done"]').waitFor();
  await page.getByText(/The format of report.pdf is not supported/).waitFor();
  await page.getByRole('link', { name: 'Open dataset' }).click();
  await page.waitForURL(`**/vault/datasets/${dataset}*`);
});

test('uploading a changed file creates version 2, and both versions can be downloaded', async () => {
  await page.goto(`/vault/upload?dataset=${dataset}`);
  const text = places.bytes.toString('utf8').replace('Paris', 'Lutetia');
  await page.setInputFiles('input[type=file]', {
    name: places.fileName,
    mimeType: '',
    buffer: Buffer.from(text),
  });
  await page.waitForURL(`**/vault/datasets/${dataset}*`);
  await page.getByText('Version 2').first().waitFor();
  const answer = await page.request.get(`/vault/datasets/${dataset}/versions`);
  const { versions } = (await answer.json()) as { versions: { id: number }[] };
  const bytes = await Promise.all(
    versions.map(async ({ id }) => (await page.request.get(`/vault/versions/${id}/download`)).body()),
  );
  expect(bytes).toEqual([Buffer.from(text), places.bytes]);
});

test('uploading a file identical to the latest version creates no version, and the page says so', async () => {
  await goTo(page, `/vault/upload?dataset=${dataset}`);
  const text = places.bytes.toString('utf8').replace('Paris', 'Lutetia');
  const same = { name: places.fileName, mimeType: '', buffer: Buffer.from(text) };
  await page.setInputFiles('input[type=file]', same);
  await page.getByText('No changes: the file is identical to version 2').waitFor();
  expect(new URL(page.url()).pathname).toBe('/vault/upload');
});

test('invalid geometries are listed by layer, feature and fix before the page moves on', async () => {
  const name = `crossed-${process.pid}`;
  const problem = {
    layer: name,
    feature: 12,
    problem: 'The outline crosses itself.',
    cure: 'Repair it with ST_MakeValid.',
  };
  await page.goto('/vault/upload');
  await page.route('**/projects/1/upload', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...body, problems: [problem], problem_count: 3 } });
  });
  await page.setInputFiles('input[type=file]', {
    name: `${name}.geojson`,
    mimeType: '',
    buffer: places.bytes,
  });
  await page.getByText('3 invalid geometries.').waitFor();
  const table = page.getByRole('group', { name: /^Invalid geometries/ });
  expect(await table.getByRole('cell').allInnerTexts()).toEqual([name, '12', problem.problem, problem.cure]);
  await page.unroute('**/projects/1/upload');
  await page.getByRole('link', { name: 'Open dataset' }).click();
  await page.waitForURL(`**/vault/datasets/${name}*`);
});

test('a file without a coordinate system gets one in a new version that is placed correctly', async () => {
  const drawing = await launchBrowser();
  try {
    const { page } = await visitAs(drawing, 'admin');
    const name = `no-crs-${process.pid}`;
    await page.goto('/vault/upload');
    await page.setInputFiles('input[type=file]', {
      name: `${name}.zip`,
      mimeType: '',
      buffer: shapefileWithoutCrs(),
    });
    await page.getByText('No coordinate system; the map cannot place it.').waitFor();
    expect(await page.getByText(/invalid geometr/).count()).toBe(0);
    await page.getByRole('link', { name: 'Set CRS' }).click();
    await page.waitForURL(`**/vault/datasets/${name}*`);
    const dialog = page.getByRole('dialog', { name: 'Set the coordinate system (CRS)' });
    await dialog.getByRole('radio', { name: 'ETRS89 / UTM zone 32N' }).waitFor();
    await dialog.getByLabel('Search by EPSG code, name or area').fill('british national');
    await dialog.getByRole('radio', { name: 'OSGB36 / British National Grid', exact: true }).check();
    await dialog.getByText(/outside the area of this system/).waitFor();
    await dialog.getByLabel('Search by EPSG code, name or area').fill('25832');
    await dialog.getByRole('radio', { name: 'ETRS89 / UTM zone 32N' }).check();
    await dialog.getByText(/outside the area of this system/).waitFor({ state: 'detached' });
    await dialog.getByLabel('Comment').fill('From the surveyor');
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Set CRS' }).click();
    await page.getByText('Created version 2 in ETRS89 / UTM zone 32N.').waitFor(WORK);
    await page.getByRole('heading', { level: 1 }).getByText('Version 2').waitFor();
    await page.getByTestId('preview-note').getByText('Showing all 2 features.').waitFor(WORK);
    expect(await page.getByText(/No coordinate system/).count()).toBe(0);
    const { features } = await drawnOnMap(page);
    expect(features).toBe(2);
    const answer = await page.request.get(`/vault/metadata?dataset=${name}&version=2`);
    const { srid, extent_wgs84: extent } = (await answer.json()) as { srid: number; extent_wgs84: number[] };
    expect([srid, ...extent.map(Math.floor)]).toEqual([25832, 9, 48, 9, 48]);
    await page.getByRole('tab', { name: /^Versions/ }).click();
    await page
      .getByText('Set the coordinate system of version 1 to ETRS89 / UTM zone 32N (EPSG:25832)')
      .waitFor();
    await page.getByText('From the surveyor').waitFor();
    // The tool would fail for the same reason as its preview.
    await page.goto(`/vault/datasets/${name}?version=1&tab=derive&op=buffer`);
    await page.getByLabel('Distance in metres').fill('10');
    await page
      .locator('[data-preview]')
      .getByText(/coordinate system/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Create dataset' }).isDisabled()).toBe(true);
  } finally {
    await drawing.close();
  }
});

test('an upload shows progress, rate and time left, also in the jobs tray', async () => {
  const countries = samples().find(({ kind }) => kind === 'GeoPackage') as Sample;
  const name = `slowly-${process.pid}`;
  await page.goto('/vault/upload');
  const network = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 50_000 };
  await network.send('Network.emulateNetworkConditions', slow);
  await page.setInputFiles('input[type=file]', {
    name: `${name}.gpkg`,
    mimeType: '',
    buffer: countries.bytes,
  });
  await page.getByText(/[KM]iB of 1\.8 MiB · [\d.]+ KiB\/s · \d+ s left/).waitFor();
  await page.getByRole('button', { name: /1 job is running|jobs are running/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('progressbar', { name: `Upload of ${name}.gpkg` })
    .waitFor();
  // Escape closes the list wherever the focus is.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
  await page.waitForURL(`**/vault/datasets/${name}*`);
});

test('a file dropped before its dataset is chosen waits for the choice', async () => {
  await goTo(page, '/vault/upload?to=version');
  const file = { name: places.fileName, mimeType: '', buffer: places.bytes };
  await page.setInputFiles('input[type=file]', file);
  await page.getByText(`Fill in the marked fields to upload ${places.fileName}.`).waitFor();
  await page.getByText('Choose a dataset.').waitFor();
  await page.getByRole('combobox', { name: 'Dataset' }).fill(dataset);
  await page.getByRole('option', { name: dataset }).click();
  await page.getByRole('button', { name: 'Upload now' }).click();
  await page.waitForURL(`**/vault/datasets/${dataset}*`);
  await page.getByText('Version 3').first().waitFor();
});

test('a file named like an existing dataset asks whether to add a version or keep both', async () => {
  await page.goto('/vault/upload');
  await page.setInputFiles('input[type=file]', {
    name: `${dataset}.geojson`,
    mimeType: '',
    buffer: places.bytes,
  });
  await page.getByRole('button', { name: 'Add as new version' }).waitFor();
  await page.getByRole('button', { name: `Keep both, as ${dataset}-2` }).waitFor();
});

test('an upload can be cancelled and retried', async () => {
  const name = `stubborn-${process.pid}`;
  await page.goto('/vault/upload');
  await page.route('**/projects/1/upload', () => undefined);
  await page.setInputFiles('input[type=file]', {
    name: `${name}.geojson`,
    mimeType: '',
    buffer: places.bytes,
  });
  await page.getByRole('button', { name: `Cancel upload of ${name}.geojson` }).click();
  await page.getByText('Cancelled. Nothing was stored.').waitFor();
  await page.unroute('**/projects/1/upload');

  await page.route('**/projects/1/upload', (route) => route.abort());
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('alert').getByText('The server could not be reached.').waitFor();
  await page.unroute('**/projects/1/upload');

  await page.getByRole('button', { name: 'Retry' }).click();
  await page.waitForURL(`**/vault/datasets/${name}*`);
});

test('the server’s message about a too large file is shown beside the file', async () => {
  const error = 'The file is larger than 5 GiB, the most that one upload may have.';
  await goTo(page, '/vault/upload');
  await page.route('**/projects/1/upload', (route) => route.fulfill({ status: 413, json: { error } }));
  await page.setInputFiles('input[type=file]', {
    name: 'vast.tif',
    mimeType: '',
    buffer: Buffer.from('II*'),
  });
  await page.getByRole('alert').getByText(error).waitFor();
  await page.unroute('**/projects/1/upload');
});
