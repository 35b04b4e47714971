import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startKoop, startTestGeoServer } from '@cairn/testing';
import type { KoopFeatureService, TestGeoServer } from '@cairn/testing';
import type { Browser, Page } from 'playwright-core';
import { asAdmin } from '../src/api.ts';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { samples } from '../src/samples.ts';
import { registerServer, type RegisteredServer } from '../src/server.ts';
import { visitAs, WINDOW, WORK } from '../src/session.ts';

let browser: Browser;
let page: Page;
let registered: RegisteredServer;
let koop: KoopFeatureService;
let mapServer: TestGeoServer;
const database = `atlas ${process.pid}`;
const surveyor = `surveyor ${process.pid}`;
const maps = `Quick maps ${process.pid}`;
const layer = `places-${process.pid}`;
const { bytes } = samples().find(({ kind }) => kind === 'GeoJSON')!;

beforeAll(async () => {
  const places = JSON.parse(Buffer.from(bytes).toString()) as { type: 'FeatureCollection'; features: any[] };
  for (const [i, feature] of places.features.entries()) feature.properties.id = i + 1;
  const about = { idField: 'id', maxRecordCount: 100 };
  [registered, browser, koop, mapServer] = await Promise.all([
    registerServer(`Field server ${process.pid}`),
    launchBrowser({ webgl: false }),
    startKoop([
      { ...places, metadata: { ...about, name: 'Cities' } },
      { ...places, features: places.features.slice(0, 20), metadata: { ...about, name: 'Largest cities' } },
    ]),
    startTestGeoServer(),
  ]);
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([registered?.end(), koop?.close(), mapServer?.close()]);
});

/** Chooses a new database on the registered server to load into. */
async function loadIntoNew(name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Database' }).click();
  await page.getByRole('option', { name: 'New database…' }).click();
  await page.getByRole('combobox', { name: 'Server', exact: true }).click();
  await page.getByRole('option', { name: registered.name }).click();
  await page.getByLabel('New database name').fill(name);
}

const chooseSource = (name: string) =>
  page.getByRole('radiogroup', { name: 'Source' }).getByText(name, { exact: true }).click();
const start = () => page.getByRole('button', { name: 'Load', exact: true }).click();

const row = (name: string) =>
  page.locator('li[data-import-status]').filter({ has: page.getByText(name, { exact: true }) });

test('an incomplete load names the missing fields', async () => {
  await page.goto('/vault/upload?from=quick');
  await page.getByRole('combobox', { name: 'Database' }).waitFor();
  await start();
  await page.getByText('Choose a file.').waitFor();
  await page.getByText('Choose a database.', { exact: true }).waitFor();
});

test('a file is loaded into a new database, and its tables are copied into another one', async () => {
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'places.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(bytes) });
  await loadIntoNew(database);
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.setViewportSize(WINDOW);
  await start();
  await row('places.geojson').getByText('Loaded public.places').waitFor(WORK);
  expect(await registered.server.query(database, 'SELECT count(*) > 0 AS filled FROM places')).toEqual([
    { filled: true },
  ]);

  await page.goto('/vault/upload?from=quick');
  await chooseSource('Tables');
  await page.getByRole('combobox', { name: 'Copy from' }).click();
  await page.getByRole('option', { name: `${database} on ${registered.name}` }).click();
  await page.getByRole('combobox', { name: 'Tables' }).click();
  await page.getByRole('option', { name: 'public.places' }).click();
  await page.keyboard.press('Escape');
  await loadIntoNew(`${database} copy`);
  await start();
  await row('places').getByText('Loaded public.places').waitFor(WORK);
  const count = 'SELECT count(*)::int AS count FROM places';
  expect(await registered.server.query(`${database} copy`, count)).toEqual(
    await registered.server.query(database, count),
  );
});

test('chosen layers of a feature service are loaded into a new database that a new role owns', async () => {
  await page.goto('/vault/upload?from=quick');
  await chooseSource('Feature service');
  await start();
  await page.getByText('List the layers of the service, then choose those to load.').waitFor();
  await page.getByRole('textbox', { name: 'Service URL' }).fill(koop.url);
  await page.getByRole('textbox', { name: 'Service URL' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Cities', exact: true }).uncheck();
  await page.getByRole('textbox', { name: 'Prefix' }).fill(`svc${process.pid}_`);
  await loadIntoNew(`${database} layers`);
  await page.getByRole('combobox', { name: 'Owner' }).click();
  await page.getByRole('option', { name: 'A new login role' }).click();
  await page.getByRole('textbox', { name: 'Role', exact: true }).fill(surveyor);
  await page.getByRole('textbox', { name: 'Password of the role' }).fill('measures the land');
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.setViewportSize(WINDOW);
  await start();
  await page.getByText(`Loaded public.svc${process.pid}_largest_cities`).waitFor(WORK);
  expect(
    await registered.server.query(
      `${database} layers`,
      `SELECT count(*)::int AS count, pg_has_role('${surveyor}', (SELECT relowner FROM pg_class WHERE relname = 'svc${process.pid}_largest_cities'), 'MEMBER')
         AS owned FROM svc${process.pid}_largest_cities`,
    ),
  ).toEqual([{ count: 20, owned: true }]);
});

test('a layer of a map server is loaded into a new database', async () => {
  await publishOnMapServer();
  await page.goto('/vault/upload?from=quick');
  await chooseSource('Map server');
  await page.getByRole('combobox', { name: 'Map server' }).click();
  await page.getByRole('option', { name: maps }).click();
  await page.getByRole('combobox', { name: 'Layer' }).fill(`cairn:${layer}`);
  await page.getByRole('option', { name: `cairn:${layer}` }).click();
  await loadIntoNew(`${database} map`);
  await page.getByRole('textbox', { name: 'Table' }).fill(`map_${process.pid}`);
  await start();
  await page.getByText(`Loaded public.map_${process.pid}`).waitFor(WORK);
  const count = `SELECT count(*)::int AS count FROM map_${process.pid}`;
  expect(await registered.server.query(`${database} map`, count)).toEqual([{ count: 243 }]);
});

/** A map server of the platform, with one layer. */
async function publishOnMapServer(): Promise<void> {
  await uploadDataset(page, { dataset: layer, fileName: 'places.geojson', bytes: Buffer.from(bytes) });
  const api = await asAdmin();
  const { url, username, password } = mapServer;
  const connection = { name: maps, url, username, password, default_workspace: 'cairn' };
  const { id } = await api.send<{ id: number }>('POST', '/vault/api/mapserver/connections', connection);
  await api.send('POST', '/vault/api/mapserver/workspaces', { connection_id: id, name: 'cairn' });
  await api.send('POST', '/vault/api/mapserver/publish', {
    ...{ dataset_name: layer, version: 1, publish_to_mapserver: true },
    ...{ mapserver_connection_id: id, mapserver_workspace: 'cairn', mapserver_layer_name: layer },
  });
  await api.signOut();
  await page.goto(`/vault/datasets/${layer}?panel=publish`);
  await page
    .getByRole('dialog')
    .getByText(/^Published$/)
    .waitFor(WORK);
}
