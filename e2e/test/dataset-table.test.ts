import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeProblems } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { drawnOnMap, mapIdle } from '../src/map.ts';
import { goTo, visitAs, WINDOW } from '../src/session.ts';
import { stations } from '../src/stations.ts';

const dataset = `table-stations-${process.pid}`;
const address = `/vault/datasets/${dataset}`;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ page } = await visitAs(browser, 'user'));
  await uploadDataset(page, { dataset, fileName: 'stations.gpkg', bytes: stations(300) });
});
afterAll(() => browser?.close());

const grid = () => page.getByRole('grid', { name: `Rows of ${dataset}` });
/** The texts of a column on the page, from the first row on. */
async function column(name: string): Promise<string[]> {
  const heads = await grid().locator('thead th').allTextContents();
  const at = heads.findIndex((head) => head === name);
  return grid()
    .locator(`tbody tr td:nth-child(${at + 1})`)
    .allTextContents();
}

test('rows load page by page, the pager steps and jumps, and the page is in the URL', async () => {
  await goTo(page, address);
  await grid().waitFor();
  await page.getByText('300 rows', { exact: true }).waitFor();
  expect(await grid().locator('tbody tr').count()).toBe(50);
  await page.getByRole('button', { name: 'Next page' }).click();
  await grid().getByText('Station 51', { exact: true }).waitFor();
  const number = page.getByRole('textbox', { name: 'Page number' });
  await number.fill('6');
  await number.press('Enter');
  await grid().getByText('Station 300', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('page')).toBe('6');
});

test('a column sorts all rows ascending, descending and not at all', async () => {
  await goTo(page, address);
  const head = grid().getByRole('button', { name: 'height' });
  await head.click();
  await page.waitForURL(/sort=height/);
  await head.click();
  await page.waitForURL(/sort=-height/);
  await grid().getByText('Station 300', { exact: true }).waitFor();
  expect((await column('height')).slice(0, 3)).toEqual(['300', '299', '298']);
  expect(await grid().locator('th[aria-sort="descending"]').textContent()).toContain('height');
  await head.click();
  await page.waitForURL((url) => !url.searchParams.has('sort'));
});

test('filters combine, show the number of matching rows, and can be removed', async () => {
  await goTo(page, address);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'kind' }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('snow');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('75 of 300 rows').waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('combobox', { name: 'Column' }).click();
  await page.getByRole('option', { name: 'rain' }).click();
  await page.getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: 'is empty' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('No rows match the filters.').waitFor();
  await page.getByRole('button', { name: /Remove filter “kind/ }).click();
  await page.getByText('30 of 300 rows').waitFor();
  expect(new Set(await column('rain'))).toEqual(new Set(['–No value']));
  expect(new URL(page.url()).searchParams.get('filters')).toContain('rain');
});

test('numbers are right-aligned, dates are formatted, and hidden columns are kept in the URL', async () => {
  await goTo(page, address);
  await page.getByText('300 rows', { exact: true }).waitFor();
  const align = await grid()
    .locator('tbody td', { hasText: /^7,919$|^919$/ })
    .first()
    .evaluate((cell) => getComputedStyle(cell).textAlign);
  expect(align).toBe('right');
  expect((await column('opened'))[0]).toMatch(/Jan 2, 2000|2 Jan 2000/);
  await page.getByRole('button', { name: 'Choose columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'rain' }).first().click();
  await page.keyboard.press('Escape');
  await page.waitForURL(/[?&]hide=/);
  await grid().getByRole('columnheader', { name: 'rain' }).waitFor({ state: 'detached' });
});

test('arrow keys move between cells and Space shows a row on the map', async () => {
  await goTo(page, `${address}?sort=height`);
  const name = grid().getByRole('gridcell', { name: 'Station 1', exact: true });
  await name.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Station 3');
  await page.keyboard.press(' ');
  await page.waitForURL(/feature=3(&|$)/);
  await page.locator('[data-map-attributes]').getByText('Station 3', { exact: true }).first().waitFor();
});

test('"Zoom to" in a row zooms the map to its feature', async () => {
  await goTo(page, address);
  await grid().getByRole('button', { name: 'Zoom to Station 7', exact: true }).click();
  await page.waitForFunction(() => {
    const map = (window as unknown as { __cairnMap?: { getZoom(): number } }).__cairnMap;
    return map !== undefined && map.getZoom() > 10;
  });
});

test('at 1440 x 900 at least 12 rows are visible beside the map, and map and table scroll independently', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, address);
  const rows = page.getByRole('grid').locator('tbody tr');
  await rows.first().waitFor();
  await mapIdle(page);
  const bottoms = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
  const frame = await page
    .getByRole('grid')
    .evaluate((at) => at.parentElement?.getBoundingClientRect().bottom);
  expect(bottoms.filter((bottom) => bottom <= (frame ?? 0)).length).toBeGreaterThanOrEqual(12);
  const { zoom } = await drawnOnMap(page);
  await page.locator('[data-map-state]').hover();
  await page.mouse.wheel(0, -300);
  await page.waitForURL(/[?&]view=/);
  expect((await drawnOnMap(page)).zoom).toBeGreaterThan(zoom);
  await rows.nth(5).hover();
  await page.mouse.wheel(0, 3_000);
  await page.waitForFunction(() => {
    const rows = document.querySelectorAll('[role="grid"] tbody tr');
    const frame = document.querySelector('[role="grid"]')?.parentElement?.getBoundingClientRect();
    return (rows.item(rows.length - 1).getBoundingClientRect().bottom ?? 0) <= (frame?.bottom ?? 0) + 1;
  });
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.setViewportSize(WINDOW);
});

test('the divider moves with arrow keys and keeps its position; the layout is in the URL', async () => {
  await goTo(page, address);
  const divider = page.getByRole('separator', { name: 'Divider between map and table' });
  const map = page.locator('[data-cairn-map]');
  await mapIdle(page);
  const before = (await map.boundingBox())?.width ?? 0;
  await divider.focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
  const after = (await map.boundingBox())?.width ?? 0;
  expect(after).toBeGreaterThan(before + 50);
  await page.reload();
  await mapIdle(page);
  expect((await map.boundingBox())?.width).toBeCloseTo(after, 0);
  const layout = page.getByRole('radiogroup', { name: 'Layout' });
  await layout.getByTitle('Table only').click();
  await page.waitForURL(/[?&]show=table/);
  await map.waitFor({ state: 'detached' });
  await grid().getByRole('button', { name: 'Zoom to Station 7', exact: true }).click();
  await map.waitFor();
  await layout.getByTitle('Map only').click();
  await page.waitForURL(/[?&]show=map/);
  await grid().waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About this dataset' }).waitFor();
});

test('a link restores filters, sorting, page and hidden columns, and all filtered rows are downloaded as CSV', async () => {
  const filters = JSON.stringify([{ column: 'kind', op: '=', value: 'air' }]);
  await page.goto(
    `${address}?filters=${encodeURIComponent(filters)}&sort=-height&page=2&hide=["rain"]&show=table`,
  );
  await page.getByText('75 of 300 rows').waitFor();
  expect((await column('height')).slice(0, 2)).toEqual(['100', '96']);
  expect(await grid().locator('thead th').allTextContents()).not.toContain('rain');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'All rows (75)' }).click();
  const stream = await (await saved).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trim().split('\r\n');
  expect(lines[0]).toBe('fid,name,height,kind,opened');
  expect(lines).toHaveLength(76);
  expect(lines[1]).toBe('300,Station 300,300,air,2000-10-27');
});

test('the filtered table has no axe findings in either theme', async () => {
  await goTo(page, `${address}?feature=3&filters=[{"column":"height","op":"<","value":20}]`);
  await page.getByText('19 of 300 rows', { exact: true }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
});
