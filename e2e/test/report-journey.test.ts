import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { valuesOnChart } from '../src/chart.ts';
import { lookAt, mapIdle } from '../src/map.ts';
import { addCascade, addSlowReport } from '../src/reports.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';

const filter = encodeURIComponent('{"column":"population","op":"gte","value":5000000}');
const places = `/report-server/?datasource=sample&schema=public&table=populated_places&filter=${filter}`;
const samples = join(import.meta.dirname, '../../libs/report-engine/test/jrxml');
const key = `large-places-${process.pid}`;
const title = `Large places ${process.pid}`;
const cascade = `cascade-${process.pid}`;
const slow = `slow-${process.pid}`;
let browser: Browser;
let page: Page;
let complaints: string[];
let api: Awaited<ReturnType<typeof asAdmin>>;
/** Rows that the filter leaves. */
let rows = 0;

beforeAll(async () => {
  browser = await launchBrowser();
  api = await asAdmin();
  ({ page, complaints } = await visitAs(browser, 'admin', { viewport: { width: 1440, height: 900 } }));
  await Promise.all([addCascade(api, cascade), addSlowReport(api, slow)]);
});
afterAll(async () => {
  await browser?.close();
  await api?.signOut();
});

test('places are narrowed by population and by a box on the map, and are saved as a view', async () => {
  await page.goto(places);
  await mapIdle(page);
  await lookAt(page, { center: [110, 30], zoom: 1.5 });
  await page.getByRole('button', { name: 'Draw a box to filter' }).click();
  await page.getByText('Click two opposite corners of the box.').waitFor();
  const map = (await page.locator('[data-map-state]').boundingBox())!;
  await page.mouse.click(map.x + map.width * 0.15, map.y + map.height * 0.2);
  await page.mouse.click(map.x + map.width * 0.9, map.y + map.height * 0.75);
  await page.getByRole('button', { name: /^location is in the box/ }).waitFor();
  const count = page.getByTestId('row-count').getByText(/rows?$/);
  await count.waitFor();
  rows = Number((await count.innerText()).split(' ')[0]);
  expect(rows).toBeGreaterThan(5);
  await page.getByTestId('table-note').getByText(`All ${rows} rows.`).waitFor();
  await until('the bars add up to the rows', async () => {
    const values = await valuesOnChart(page);
    return values.reduce((total, value) => total + value, 0) === rows;
  });
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(title);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText(`Saved ${title}.`).waitFor();
});

test('the view is handed over to the builder, and saved there as a report', async () => {
  await page.getByRole('button', { name: 'Make a report' }).click();
  await page.getByRole('menuitem', { name: 'Report with a table' }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Key' }).fill(key);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL(`**/library/${key}/edit`);
});

test('it runs as pages with the rows of the view, and as a workbook', async () => {
  await page.getByRole('link', { name: 'Run' }).click();
  await page.waitForURL(`**/library/${key}`);
  await page.getByText(`${rows} rows ·`).waitFor(WORK);
  const document = page.getByRole('document', { name: title });
  await document.locator('.page').first().waitFor();
  await document.getByText('Tokyo').first().waitFor();
  await page.getByRole('button', { name: 'Download' }).click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^XLSX/ }).click();
  const download = await arriving;
  expect(download.url()).toContain('/report-server/reports/execute?');
  expect(download.suggestedFilename()).toBe(`${title}.xlsx`);
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK');
});

test('it is shown as HTML, whose rows are those of the view', async () => {
  await page.getByText('HTML', { exact: true }).first().click();
  await page.waitForURL(/_repFormat=html/);
  const frame = page.frameLocator(`iframe[title="${title}"]`);
  await frame.getByText('Tokyo').first().waitFor(WORK);
});

test('parameters wait for those that they depend on, and a change clears them at any depth', async () => {
  await goTo(page, `/report-server/library/${cascade}`);
  const [country, place, size] = ['Country', 'Place', 'Population'].map((name) =>
    page.getByRole('combobox', { name }),
  );
  await page.getByText('Choose Country, Place first.').waitFor();
  expect(await place!.isDisabled()).toBe(true);
  await choose(country!, 'Japan');
  await choose(place!, 'Tokyo');
  await choose(size!, '35676000');
  await page.getByRole('button', { name: 'Run report' }).click();
  await page.getByText('1 row ·').waitFor(WORK);
  expect(new URL(page.url()).search).toBe('?country=Japan&place=Tokyo&size=35676000');
  await choose(country!, 'India');
  expect(await place!.inputValue()).toBe('');
  await page.getByText('Choose Place first.').waitFor();
  expect(await size!.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Run report' }).click();
  expect(await page.getByText('Enter a value.').count()).toBe(2);
});

test('a run shows its progress and is cancelled, which the list of runs shows as well', async () => {
  await goTo(page, `/report-server/library/${slow}`);
  await page.getByText('Reading rows').waitFor(WORK);
  await page.getByRole('progressbar', { name: 'Progress of the report' }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByText('The run was cancelled').waitFor();
  await goTo(page, `/report-server/runs?report=${slow}`);
  await page.getByRole('table').getByText('Cancelled', { exact: true }).waitFor(WORK);
  const rail = page.getByRole('navigation', { name: 'Services' });
  expect(await rail.locator('[aria-current="page"]').innerText()).toBe('Report builder');
});

test('a JRXML file of either dialect is read, and its findings lead to their places', async () => {
  await goTo(page, '/report-server/library?panel=import');
  const panel = page.getByRole('dialog', { name: 'Import a report' });
  const findings = panel.getByRole('list', { name: 'Findings' }).getByRole('button');
  const read = (dialect: string) =>
    panel.locator('input[type=file]').setInputFiles(join(samples, `images.${dialect}.jrxml`));
  await read('v6');
  await findings.first().waitFor();
  await panel.getByRole('button', { name: 'Discard' }).click();
  await read('v7');
  await findings.first().click();
  await page.getByRole('heading', { level: 1, name: 'Pictures' }).waitFor();
});

test('nothing went wrong in the console', () => {
  // The imported report has no preview: its tables and pictures are not here.
  expect(complaints.filter((complaint) => !complaint.includes('/reports/preview'))).toEqual([]);
});

async function choose(field: ReturnType<Page['getByRole']>, option: string): Promise<void> {
  await field.fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}
