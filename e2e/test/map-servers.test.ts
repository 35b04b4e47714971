import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startTestGeoServer, type TestGeoServer } from '@cairn/testing';
import { addReader, asAdmin } from '../src/api.ts';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { samples, type Sample } from '../src/samples.ts';
import { visitAs, WORK } from '../src/session.ts';

const SLD =
  '<StyledLayerDescriptor version="1.0.0" xmlns="http://www.opengis.net/sld"><NamedLayer><Name>red</Name></NamedLayer></StyledLayerDescriptor>';

let browser: Browser;
let page: Page;
let server: TestGeoServer;
const name = `maps-${process.pid}`;
const dataset = `mapped-${process.pid}`;
let address = '';

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser({ webgl: false }), startTestGeoServer()]);
  page = (await visitAs(browser, 'admin')).page;
  const { bytes, fileName } = samples().find(({ kind }) => kind === 'GeoPackage') as Sample;
  await uploadDataset(page, { dataset, fileName, bytes });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const button = (label: string | RegExp) => page.getByRole('button', { name: label });
const field = (label: string) => page.getByRole('dialog').getByRole('textbox', { name: label, exact: true });
const notice = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).first();

async function expectAccessible(): Promise<void> {
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 780 });
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test('a map server is connected, tested, and gets a workspace', async () => {
  await page.goto('/vault/map-servers');
  await expectAccessible();
  await button('Add map server').first().click();
  await field('Name').fill(name);
  await field('URL').fill('maps.example.org');
  await button('Save').click();
  await page.getByText('Enter a full URL that starts with https:// or http://.').waitFor();
  await field('URL').fill(server.url);
  await field('Username').fill(server.username);
  await page.getByRole('dialog').getByLabel('Password').first().fill(server.password);
  await field('Default workspace').fill('cairn');
  await button('Save').click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  address = new URL(page.url()).pathname;
  await button('Edit').click();
  await button('Test connection').click();
  await page.getByText('The user sees 0 workspaces.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Workspaces' }).click();
  await button('Create workspace').click();
  await field('Name').fill('cairn');
  await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click();
  await page.getByRole('cell', { name: 'cairn', exact: true }).waitFor();
  await expectAccessible();
});

test('a dataset is published, and its WMS address can be copied', async () => {
  await page.goto(`/vault/datasets/${dataset}?panel=publish`);
  const section = page.getByRole('region', { name: 'Map servers' });
  await section.getByRole('combobox', { name: 'Map server' }).click();
  await page.getByRole('option', { name }).click();
  await section.getByRole('button', { name: 'Publish to map server' }).click();
  await section.getByText('Published', { exact: true }).waitFor(WORK);
  await section.getByText(`${server.url}/cairn/wms`).waitFor();
  await section.getByRole('button', { name: 'Copy WMS URL' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
});

test('a style is added and viewed, and a refused one says why', async () => {
  await page.goto(`${address}?tab=styles`);
  for (const [style, document, outcome] of [
    ['red', SLD, 'Style added.'],
    ['bomb', `<!DOCTYPE x>${SLD}`, /document type/],
  ] as const) {
    await button('Add style').first().click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('dialog').getByLabel('SLD file').click();
    const file = { name: `${style}.sld`, mimeType: 'application/xml', buffer: Buffer.from(document) };
    await (await chooser).setFiles(file);
    await page.getByRole('dialog').getByRole('button', { name: 'Add style' }).click();
    await page.getByText(outcome).first().waitFor();
  }
  await page.goto(`${address}?tab=styles`);
  await button(/^Actions for .*red$/).click();
  await page.getByRole('menuitem', { name: 'View SLD' }).click();
  await page.getByRole('dialog').getByText('<Name>red</Name>').waitFor();
  expect(await axeProblems(page)).toEqual([]);
});

test('a layer of the map server is imported as a dataset', async () => {
  await page.goto(address);
  await page.getByRole('link', { name: `Import ${dataset}` }).click();
  const copy = page.getByRole('textbox', { name: 'Name', exact: true });
  expect(await copy.inputValue()).toBe(`cairn_${dataset}`);
  await expectAccessible();
  await button('Start import').click();
  await notice(`Imported cairn_${dataset} as version 1`).waitFor(WORK);
});

test('people who may only view are offered no actions', async () => {
  const api = await asAdmin();
  const reader = await addReader(api);
  await api.signOut();
  const { page: theirs } = await visitAs(browser, reader);
  await theirs.goto('/vault/map-servers');
  await theirs.getByRole('link', { name, exact: true }).waitFor();
  expect(await theirs.getByRole('button', { name: 'Add map server' }).count()).toBe(0);
  for (const tab of ['layers', 'styles', 'workspaces', 'publications']) {
    await theirs.goto(`${address}?tab=${tab}`);
    await settled(theirs);
    const actions = theirs.getByRole('main').getByRole('button', { name: /Edit|Add|Create|Remove/ });
    expect(await actions.count()).toBe(0);
  }
  await theirs.goto(`${address}?tab=styles&panel=style`);
  await settled(theirs);
  expect(await theirs.getByRole('dialog').count()).toBe(0);
  await theirs.context().close();
});

test('a publication is removed from the map server, and its layer from the lists', async () => {
  await page.goto(address);
  const tab = (label: string) => page.getByRole('tab', { name: label }).click();
  const layer = page.getByRole('cell', { name: dataset, exact: true });
  await layer.waitFor();
  await tab('Publications');
  await page.getByText(`${server.url}/cairn/wms`).waitFor();
  await expectAccessible();
  await button('Remove from map server').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from map server' }).click();
  await tab('Layers');
  await layer.waitFor({ state: 'detached', ...WORK });
  await tab('Publications');
  await page.getByText('Nothing published here').waitFor();
  expect(server.catalog.workspaces.get('cairn')?.stores.size).toBe(0);
});
