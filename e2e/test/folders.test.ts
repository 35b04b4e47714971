import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { addDataset, asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { holdReads } from '../src/hold-reads.ts';
import { goTo, visitAs } from '../src/session.ts';

let browser: Browser;
let page: Page;
const folder = `Surveys ${process.pid}`;
const renamed = `Field surveys ${process.pid}`;
const dataset = `borehole-${process.pid}`;

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  const api = await asAdmin();
  await addDataset(api, dataset);
  await api.signOut();
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(() => browser?.close());

const rail = () => page.getByRole('navigation', { name: 'Folders' });
const entry = (name: string) => rail().getByRole('link', { name: new RegExp(`^${name}`) });
const card = () => page.getByRole('main').getByRole('link', { name: dataset, exact: true });

test('a folder is created next to the list and opened', async () => {
  await goTo(page, '/vault/');
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.waitForURL(/panel=folder%3Anew/);
  const panel = page.getByRole('dialog', { name: 'New folder' });
  await panel.getByRole('button', { name: 'Create folder' }).click();
  await panel.getByText('Enter a name.').waitFor();
  await panel.getByRole('textbox', { name: 'Name' }).fill(folder);
  await panel.getByRole('textbox', { name: 'Description' }).fill('Boreholes and wells.');
  await panel.getByRole('button', { name: 'Create folder' }).click();
  await page.waitForURL(/folder=\d+/);
  await page.getByRole('heading', { level: 2, name: folder }).waitFor();
  await page.getByText('This folder is empty').waitFor();
  expect(await entry(folder).getAttribute('aria-current')).toBe('page');
});

test('a dataset is moved into a folder, out by Undo, and in again', async () => {
  await goTo(page, '/vault/?folder=none');
  const move = async () => {
    await page.getByRole('button', { name: `Actions for ${dataset}` }).click();
    await page.getByRole('menuitem', { name: 'Move to folder' }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${dataset}` });
    await dialog.getByRole('combobox', { name: 'Folder' }).fill(folder);
    await page.getByRole('option', { name: folder }).click();
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await card().waitFor({ state: 'detached' });
  };
  await move();
  await page.getByText(`Moved ${dataset} to ${folder}.`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await card().waitFor();
  await move();
  await entry(folder).click();
  await card().waitFor();
  // The counts are read by themselves.
  await entry(folder).filter({ hasText: /1$/ }).waitFor();
});

test('an upload started in a folder is stored in it', async () => {
  await entry(folder).click();
  await page.getByRole('link', { name: 'Upload data' }).click();
  await page.waitForURL(/\/upload\?folder=\d+/);
  const name = `well-${process.pid}`;
  const feature = { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } };
  await page.setInputFiles('input[type=file]', {
    name: `${name}.geojson`,
    mimeType: '',
    buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features: [feature] })),
  });
  await page.waitForURL(`**/datasets/${name}*`);
  await goTo(page, '/vault/');
  await entry(folder).click();
  await page.getByRole('main').getByRole('link', { name, exact: true }).waitFor();
});

test('a folder is renamed, archived with Undo, and restored from the archived folders', async () => {
  await entry(folder).click();
  await page.getByRole('button', { name: 'Edit folder' }).click();
  const panel = page.getByRole('dialog', { name: 'Folder' });
  await panel.getByRole('textbox', { name: 'Name' }).fill(renamed);
  // The new name is in the panel and in its messages also before the page has read the folder again.
  const release = await holdReads(page, /\/vault\/api\/folders\/\d+$/);
  await panel.getByRole('button', { name: 'Save' }).click();
  await entry(renamed).waitFor();
  expect(new URL(page.url()).searchParams.has('panel')).toBe(false);

  await page.getByRole('button', { name: 'Edit folder' }).click();
  await panel.getByRole('button', { name: 'Archive folder' }).click();
  await page.getByText(`Archived folder ${renamed}.`).waitFor();
  release();
  await page.goto('/vault/');
  await entry('Terrain').waitFor();
  expect(await entry(renamed).count()).toBe(0);
  await card().waitFor();

  await rail().getByRole('link', { name: 'Archived', exact: true }).click();
  await entry(renamed).click();
  await card().waitFor();
  await page.getByRole('button', { name: 'Restore folder' }).click();
  await page.getByText(`Restored folder ${renamed}.`).waitFor();
  await goTo(page, '/vault/');
  await entry(renamed).waitFor();
});
