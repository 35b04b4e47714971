import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { addDataset, addReader, asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { goTo, visit, visitAs } from '../src/session.ts';

let browser: Browser;
let page: Page;
const mine = (what: string) => `${what}-list-${process.pid}`;

beforeAll(async () => {
  browser = await launchBrowser();
  const api = await asAdmin();
  for (const what of ['mill', 'weir', 'dam', 'lock']) await addDataset(api, mine(what));
  await api.signOut();
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(() => browser?.close());

const card = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true });
const gone = (name: string) => card(name).waitFor({ state: 'detached' });
const openMenu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` }).click();
const choose = (item: string) => page.getByRole('menuitem', { name: item }).click();

test('type and folder filter the list, and the URL shows the same list to another user', async () => {
  await goTo(page, '/vault/');
  await page
    .getByRole('navigation', { name: 'Folders' })
    .getByRole('link', { name: /^Terrain/ })
    .click();
  await page.waitForURL(/folder=\d+/);
  await card('Geoid height (EGM96)').waitFor();
  await gone('Countries of the world');
  await page.getByText('Vector', { exact: true }).click();
  await page.getByText('No results for your search and filters.').waitFor();
  expect(new URL(page.url()).searchParams.get('type')).toBe('vector');
  await page.getByText('Raster', { exact: true }).first().click();
  await page.getByTitle('Table').click();
  await page.waitForURL(({ search }) => search.includes('type=raster') && search.includes('view=table'));
  const { page: other } = await visit(browser, { storageState: await page.context().storageState() });
  await other.goto(page.url());
  await other.getByRole('table').getByRole('link', { name: 'Geoid height (EGM96)' }).waitFor();
  expect(await other.getByRole('table').getByRole('row').count()).toBe(3);
  await other.context().close();
});

test('a search matches all its words and is kept in the URL', async () => {
  await goTo(page, '/vault/');
  await page.getByRole('textbox', { name: 'Search datasets' }).fill(`weir ${process.pid}`);
  await gone(mine('mill'));
  await card(mine('weir')).waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe(`weir ${process.pid}`);
});

test('an archived dataset moves from the list to the archived datasets, and Undo restores it', async () => {
  await goTo(page, '/vault/');
  await openMenu(mine('mill'));
  await choose('Archive');
  await gone(mine('mill'));
  await page.getByText(`Archived ${mine('mill')}.`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(mine('mill')).waitFor();

  await openMenu(mine('mill'));
  await choose('Archive');
  await gone(mine('mill'));
  await page.getByRole('link', { name: 'Archived', exact: true }).click();
  await card(mine('mill')).waitFor();
  await openMenu(mine('mill'));
  expect(await page.getByRole('menuitem', { name: 'Rename' }).count()).toBe(0);
  await choose('Restore');
  await gone(mine('mill'));
});

test('several datasets are archived together and restored by Undo', async () => {
  // The notice of the test before also offers Undo.
  await page.goto(`/vault/?q=list-${process.pid}&view=table`);
  for (const what of ['dam', 'lock'])
    await page.getByRole('checkbox', { name: `Select ${mine(what)}` }).check();
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByText('Archived 2 datasets.').waitFor();
  await gone(mine('dam'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(mine('dam')).waitFor();
  await card(mine('lock')).waitFor();
});

test('deleting an archived dataset says what is lost and requires typing its name', async () => {
  await goTo(page, '/vault/');
  await openMenu(mine('dam'));
  expect(await page.getByRole('menuitem', { name: /Delete/ }).count()).toBe(0);
  await choose('Archive');
  await gone(mine('dam'));
  await goTo(page, '/vault/?archived=only');
  await openMenu(mine('dam'));
  await choose('Delete permanently');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Its only version').waitFor();
  const button = dialog.getByRole('button', { name: 'Delete dataset' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('dam');
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(mine('dam'));
  await button.click();
  await page.getByText(`Deleted ${mine('dam')}.`).waitFor();
  await gone(mine('dam'));
  expect((await page.request.get(`/vault/datasets/${mine('dam')}`)).status()).toBe(404);
});

test('a dataset is renamed and cloned in a panel that has its own URL', async () => {
  await goTo(page, '/vault/');
  await openMenu(mine('lock'));
  await choose('Rename');
  await page.waitForURL((url) => url.searchParams.get('panel') === `rename:${mine('lock')}`);
  const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await name.fill('no/such');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByText('Use only letters, digits, spaces').waitFor();
  await page.locator('input[aria-invalid="true"]:focus').waitFor();
  await name.fill(mine('sluice'));
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await card(mine('sluice')).waitFor();
  expect(new URL(page.url()).searchParams.has('panel')).toBe(false);

  await openMenu(mine('sluice'));
  await choose('Clone');
  await page.getByRole('button', { name: 'Clone', exact: true }).click();
  await card(`${mine('sluice')} (Copy)`).waitFor();
});

test('viewers are not offered actions that they cannot perform', async () => {
  const api = await asAdmin();
  const reader = await addReader(api);
  await api.signOut();
  const { page: theirs } = await visitAs(browser, reader);
  await theirs.goto('/vault/');
  await theirs.getByRole('button', { name: 'Actions for Countries of the world' }).click();
  await theirs.getByRole('menuitem', { name: 'Open' }).waitFor();
  const items = await theirs.getByRole('menuitem').allInnerTexts();
  expect(items).toEqual(['Open']);
  for (const name of ['Upload data', 'New folder'])
    expect(await theirs.getByRole('main').getByRole('button', { name }).count()).toBe(0);
  expect(await theirs.getByRole('link', { name: 'Upload data' }).count()).toBe(0);
  expect(await theirs.getByRole('checkbox').count()).toBe(0);
  await theirs.goto('/vault/upload');
  await theirs.getByText('You can view datasets but not upload any').waitFor();
  expect(await theirs.locator('input[type=file]').count()).toBe(0);
});
