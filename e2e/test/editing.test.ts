import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeProblems } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset, versionsOf } from '../src/datasets.ts';
import { holdReads } from '../src/hold-reads.ts';
import { lookAt, mapIdle } from '../src/map.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';
import { stationPlace, stations } from '../src/stations.ts';

const dataset = `edited-stations-${process.pid}`;
const address = `/vault/datasets/${dataset}`;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  ({ page } = await visitAs(browser, 'admin'));
  await uploadDataset(page, { dataset, fileName: 'stations.gpkg', bytes: stations(120) });
});
afterAll(() => browser?.close());

const bar = (at: Page) => at.getByTestId('working-edits');
const cell = (at: Page, text: string) => at.getByRole('gridcell', { name: text, exact: true });

/** Waits until the map draws so many different stations. */
async function drawsStations(at: Page, count: number): Promise<void> {
  await mapIdle(at);
  await at.waitForFunction((expected) => {
    interface TestedMap {
      getStyle(): { layers: { id: string }[] };
      queryRenderedFeatures(options: { layers: string[] }): { properties: { name: string } }[];
    }
    const map = (window as unknown as { __cairnMap: TestedMap }).__cairnMap;
    const layers = map.getStyle().layers.flatMap(({ id }) => (id.startsWith('data:') ? [id] : []));
    const drawn = layers.length > 0 ? map.queryRenderedFeatures({ layers }) : [];
    return new Set(drawn.map(({ properties }) => properties.name)).size === expected;
  }, count);
}

/** Opens the cell by double click, types, and presses a key. */
async function type(at: Page, from: string, { to, key = 'Enter' }: { to: string; key?: string }) {
  await cell(at, from).dblclick();
  const field = at.getByRole('textbox', { name: /Value of/ });
  await field.fill(to);
  await field.press(key);
}

test('the edited row stays visible when the bar of pending edits appears, which goes with the last edit', async () => {
  await goTo(page, address);
  await cell(page, 'Station 1').waitFor();
  const lowest = await page.getByRole('grid').evaluate((table) => {
    const bottom = table.parentElement?.getBoundingClientRect().bottom ?? 0;
    const rows = [...table.querySelectorAll('tbody tr')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
  });
  await type(page, `Station ${lowest}`, { to: 'Lowest in sight' });
  await bar(page).waitFor();
  await page.waitForFunction(() => {
    const cell = [...document.querySelectorAll('td')].find((each) => each.textContent === 'Lowest in sight');
    const frame = cell?.closest('table')?.parentElement?.getBoundingClientRect();
    return cell && frame && cell.getBoundingClientRect().bottom <= frame.bottom + 1;
  });
  await bar(page).getByRole('button', { name: 'Undo last' }).click();
  await bar(page).waitFor({ state: 'detached' });
});

test('editing a cell updates the table and the map panel, and Escape cancels', async () => {
  await goTo(page, `${address}?feature=5`);
  await type(page, 'Station 5', { to: 'Never', key: 'Escape' });
  await cell(page, 'Station 5').waitFor();
  await type(page, 'Station 5', { to: 'Lookout' });
  await cell(page, 'Lookout').waitFor();
  await page.locator('[data-map-attributes]').getByText('Lookout').first().waitFor();
  await bar(page).getByText('1 unpublished change by admin').waitFor();
  await cell(page, 'Lookout').and(page.locator('[aria-description="Unpublished change"]')).waitFor();
  expect(await versionsOf(page, dataset)).toEqual([1]);
  // The keyboard goes on from the cell.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Lookout');
});

test('an invalid value is rejected at the cell', async () => {
  await goTo(page, `${address}?sort=height`);
  await type(page, '352', { to: 'high' });
  await page.getByRole('alert').getByText('Enter a whole number').waitFor();
  await page.keyboard.press('Escape');
  await bar(page).getByText('1 unpublished change').waitFor();
});

test('the last change is undone, and the list of changes shows the values before and after', async () => {
  // Rows come with the answer to whether they can be edited: the first double click counts.
  const release = await holdReads(page, /\/edit\/capability/);
  await page.goto(address);
  const typed = type(page, 'Station 6', { to: 'Mistake' });
  await mapIdle(page);
  release();
  await typed;
  await bar(page).getByText('2 unpublished changes by admin').waitFor();
  await bar(page).getByRole('button', { name: 'Show changes' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('admin changed name of Station 6').waitFor();
  await panel.getByText('Mistake').waitFor();
  await page.keyboard.press('Escape');
  await bar(page).getByRole('button', { name: 'Undo last' }).click();
  await cell(page, 'Station 6').waitFor();
  await bar(page).getByText('1 unpublished change by admin').waitFor();
});

test('Ctrl+Z undoes the last change and Ctrl+Shift+Z redoes it', async () => {
  await goTo(page, address);
  await type(page, 'Station 7', { to: 'Typed' });
  await cell(page, 'Typed').waitFor();
  await page.keyboard.press('Control+z');
  await cell(page, 'Station 7').waitFor();
  await page.keyboard.press('Control+Shift+Z');
  await cell(page, 'Typed').waitFor();
  await page.keyboard.press('Control+z');
  await cell(page, 'Station 7').waitFor();
});

test('deleted rows are restored by Undo', async () => {
  await goTo(page, address);
  await page.getByRole('checkbox', { name: 'Select Station 8', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Select Station 9', exact: true }).check();
  await page.getByRole('button', { name: 'Delete 2 rows' }).click();
  await page.getByText('118 rows').waitFor();
  await drawsStations(page, 118);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('120 rows').waitFor();
  await cell(page, 'Station 8').waitFor();
  await drawsStations(page, 120);
});

test('a row is added with its location', async () => {
  await goTo(page, address);
  await page.getByRole('button', { name: 'Add row' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'name' }).fill('New station');
  await panel.getByRole('textbox', { name: 'height' }).fill('77');
  await panel.getByRole('textbox', { name: 'Longitude' }).fill('5.5');
  await panel.getByRole('textbox', { name: 'Latitude' }).fill('47');
  await panel.getByRole('button', { name: 'Add row' }).click();
  await panel.waitFor({ state: 'detached' });
  await page.locator('[data-map-attributes]').getByText('New station').first().waitFor();
  await page.getByText('121 rows').waitFor();
});

test('when two users change the same cell, the second chooses which value to keep', async () => {
  const { page: other } = await visitAs(browser, 'admin');
  await goTo(other, `${address}?show=table`);
  await cell(other, 'Station 20').dblclick();
  const field = other.getByRole('textbox', { name: 'Value of name' });
  await field.fill('Second');
  await goTo(page, address);
  await type(page, 'Station 20', { to: 'First' });
  await cell(page, 'First').waitFor();
  await field.press('Enter');
  const choice = other.getByRole('alertdialog');
  await choice.getByText('First').waitFor();
  await choice.getByText('Second').waitFor();
  await choice.getByRole('button', { name: 'Keep yours' }).click();
  await cell(other, 'Second').waitFor();
  await other.context().close();
});

test('saving a version publishes the edits in its download', async () => {
  await goTo(page, address);
  await bar(page).getByRole('button', { name: 'Save version' }).click();
  await page.getByLabel('Comment').fill('Names from the survey');
  await page.keyboard.press('Enter');
  await page.getByText(/Saved version 2/).waitFor(WORK);
  await bar(page).waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).getByText('Version 2').waitFor();
  expect(await versionsOf(page, dataset)).toEqual([2, 1]);
  await page.getByRole('tab', { name: /^Versions/ }).click();
  await page.getByText('Names from the survey').waitFor();
  const saved = page.waitForEvent('download');
  await page
    .getByRole('link', { name: /^Download\b/ })
    .first()
    .click();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-edited-'));
  const file = join(folder, 'edited.gpkg');
  await (await saved).saveAs(file);
  const ogrinfo = execFileSync('ogrinfo', [
    '-ro',
    '-al',
    '-where',
    "name IN ('Lookout','Second','New station')",
    file,
  ]);
  rmSync(folder, { recursive: true, force: true });
  expect(ogrinfo.toString()).toContain('Feature Count: 3');
});

test('an older version is read-only and says why', async () => {
  await goTo(page, `${address}?version=1`);
  await page.getByText(/Read-only. Only the latest version/).waitFor();
  expect(await page.getByRole('button', { name: 'Add row' }).count()).toBe(0);
});

test('editing has no axe findings in either theme', async () => {
  await goTo(page, `${address}?sort=height`);
  await cell(page, 'Station 3').dblclick();
  await page.getByRole('textbox', { name: 'Value of name' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
});

test('rows deleted in a tiled layer are not drawn until the deletion is undone', async () => {
  const other = `${dataset}-tiles`;
  await uploadDataset(page, { dataset: other, fileName: 'stations.gpkg', bytes: stations(5_100) });
  await goTo(page, `/vault/datasets/${other}`);
  await page.getByText('5,100 rows').waitFor();
  const [longitude, latitude] = stationPlace(2, 5_100);
  await mapIdle(page);
  await lookAt(page, { center: [longitude, latitude], zoom: 9 });
  await drawsStations(page, 1);
  await page.getByRole('checkbox', { name: 'Select Station 2', exact: true }).check();
  await page.getByRole('button', { name: 'Delete row' }).click();
  await page.getByText('5,099 rows').waitFor();
  await drawsStations(page, 0);
  await bar(page).getByRole('button', { name: 'Undo last' }).click();
  await page.getByText('5,100 rows').waitFor();
  await drawsStations(page, 1);
});
