import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { samples } from '../src/samples.ts';
import { registerServer, type RegisteredServer } from '../src/server.ts';
import { visitAs, WINDOW, WORK } from '../src/session.ts';

let browser: Browser;
let page: Page;
let registered: RegisteredServer;
const database = `atlas ${process.pid}`;

beforeAll(async () => {
  registered = await registerServer(`Field server ${process.pid}`);
  browser = await launchBrowser({ webgl: false });
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(async () => {
  await browser?.close();
  await registered?.end();
});

const row = (name: string) =>
  page.locator('li[data-import-status]').filter({ has: page.getByText(name, { exact: true }) });

test('an incomplete load names the missing fields', async () => {
  await page.goto('/vault/upload?from=quick');
  await page.getByRole('combobox', { name: 'Database' }).waitFor();
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByText('Choose a file.').waitFor();
  await page.getByText('Choose a database.', { exact: true }).waitFor();
});

test('a file is loaded into a new database, and its tables are copied into another one', async () => {
  const { bytes } = samples().find(({ kind }) => kind === 'GeoJSON')!;
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'places.geojson', mimeType: 'application/geo+json', buffer: Buffer.from(bytes) });
  await page.getByRole('combobox', { name: 'Database' }).click();
  await page.getByRole('option', { name: 'New database…' }).click();
  await page.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option', { name: registered.name }).click();
  await page.getByLabel('New database name').fill(database);
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  await settled(page);
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.setViewportSize(WINDOW);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await row('places.geojson').getByText('Loaded public.places').waitFor(WORK);
  expect(await registered.server.query(database, 'SELECT count(*) > 0 AS filled FROM places')).toEqual([
    { filled: true },
  ]);

  await page.goto('/vault/upload?from=quick');
  await page.getByText('Tables', { exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Copy from' }).click();
  await page.getByRole('option', { name: `${database} on ${registered.name}` }).click();
  await page.getByRole('combobox', { name: 'Tables' }).click();
  await page.getByRole('option', { name: 'public.places' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Database' }).click();
  await page.getByRole('option', { name: 'New database…' }).click();
  await page.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option', { name: registered.name }).click();
  await page.getByLabel('New database name').fill(`${database} copy`);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await row('places').getByText('Loaded public.places').waitFor(WORK);
  const count = 'SELECT count(*)::int AS count FROM places';
  expect(await registered.server.query(`${database} copy`, count)).toEqual(
    await registered.server.query(database, count),
  );
});
