import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { addSlowReport } from '../src/reports.ts';
import { goTo, visit, visitAs, WORK } from '../src/session.ts';

const REPORTS = '/report-mgmt/reports';
const CATALOG = `${REPORTS}/index.php`;
const samples = join(import.meta.dirname, '../../tools/sample-data/reports');
const key = `towers-${process.pid}`;
const slow = `slow-run-${process.pid}`;
const title = `Towers ${process.pid}`;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  ({ page, complaints } = await visitAs(browser, 'admin', { viewport: { width: 1280, height: 900 } }));
});
afterAll(() => browser?.close());

test('a report is chosen in the catalog, and runs with its chart', async () => {
  await page.goto(CATALOG);
  const search = page.getByRole('textbox', { name: 'Search reports' });
  await search.fill('continents as a chart');
  await page.getByText(/^1 of \d+ reports/).waitFor();
  await page.getByRole('link', { name: 'Run Economy by continent' }).click();
  await page.waitForURL(`**${REPORTS}/report_runner.php?report=economy-by-continent`);
  await page.getByLabel('List countries from (billion US dollars)').fill('1000');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Ran in /).waitFor(WORK);
  const document = page.frameLocator('iframe[title="Economy by continent"]');
  await document.getByText('Japan').waitFor();
  expect(await document.getByText('Sweden').count()).toBe(0);
  const chart = document.getByRole('img').first();
  expect(
    await chart.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(100);
  expect(new URL(page.url()).searchParams.get('min_gdp')).toBe('1000');
});

test('it is downloaded as PDF under its title', async () => {
  await page.getByRole('button', { name: 'Download' }).click();
  const arriving = page.waitForEvent('download', WORK);
  await page.getByRole('menuitem', { name: 'PDF' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('Economy by continent.pdf');
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a wrong value is an error in words, and the next visit begins with the values of the last run', async () => {
  await goTo(page, `${REPORTS}/report_runner.php?report=economy-by-continent`);
  const size = page.getByLabel('List countries from (billion US dollars)');
  expect(await size.inputValue()).toBe('1000');
  await size.fill('');
  await page.getByRole('button', { name: 'Run report' }).click();
  await page.getByText('Enter a value.').waitFor();
  await size.fill('1.5');
  await page.getByRole('button', { name: 'Run report' }).click();
  await page
    .getByRole('alert')
    .getByText(/min_gdp|whole number/i)
    .first()
    .waitFor(WORK);
});

test('parameters wait for those that they depend on, and a change clears them at any depth', async () => {
  await goTo(page, `${REPORTS}/report_runner.php?report=country-sheet`);
  const [continent, country, city] = ['Continent', 'Country', 'City'].map((name) =>
    page.getByRole('combobox', { name }),
  ) as [Field, Field, Field];
  await page.getByText('Choose Country first.').waitFor();
  expect(await country.isDisabled()).toBe(true);
  await choose(continent, 'Asia');
  await choose(country, 'Japan');
  await choose(city, 'Tokyo');
  await page.getByRole('button', { name: 'Run report' }).click();
  await page.getByText(/^Ran in /).waitFor(WORK);
  expect(new URL(page.url()).search).toBe('?report=country-sheet&continent=Asia&country=JPN&place=Tokyo');
  const document = page.frameLocator('iframe[title="Country sheet"]');
  await document.getByText('Tokyo').first().waitFor();
  expect(await document.getByText('Osaka').count()).toBe(0);
  await choose(continent, 'Europe');
  expect(await country.inputValue()).toBe('');
  expect(await city.inputValue()).toBe('');
  expect(await city.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Run report' }).click();
  expect(await page.getByText('Enter a value.').count()).toBe(1);
});

test('a template is published by form with its picture, and its findings are listed', async () => {
  await goTo(page, `${REPORTS}/publish_report.php`);
  const [choosing] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Drop a template here/ }).click(),
  ]);
  await choosing.setFiles({ name: 'towers.jrxml', mimeType: 'text/xml', buffer: Buffer.from(TOWERS) });
  await page
    .getByText(/barcode|not supported/i)
    .first()
    .waitFor(WORK);
  await page.getByLabel('Title').fill(title);
  const name = page.getByLabel('Key');
  await name.fill('No key!');
  await page.getByText(/^Use only a to z/).waitFor();
  await name.fill('country-sheet');
  await page.getByText(/^There is a report with this key/).waitFor();
  await name.fill(key);
  await choose(page.getByRole('combobox', { name: 'Datasource' }), 'sample');
  const [picturing] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose picture' }).click(),
  ]);
  await picturing.setFiles(join(samples, 'country-sheet/thumbnail.png'));
  await page.getByAltText('Preview of the thumbnail').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('heading', { name: `Published “${title}”.` }).waitFor(WORK);
  await page
    .getByRole('list', { name: 'Findings' })
    .getByText(/line \d+/)
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Run it now' }).click();
  await page.getByText(/^Ran in /).waitFor(WORK);
  await page.frameLocator(`iframe[title="${title}"]`).getByText('Tokyo').first().waitFor();
});

test('its title and its definition are edited, with problems of the JSON below it', async () => {
  await goTo(page, `${REPORTS}/edit_report.php?report=${key}`);
  await page.getByLabel('Title').fill(`${title}, edited`);
  const definition = page.getByRole('textbox', { name: 'Definition' });
  await definition.fill('{"parameters": [');
  await page.getByText(/^This is not valid JSON/).waitFor();
  await definition.fill('{"parameters": [{"name": "note", "label": "Note", "type": "text"}]}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: `${title}, edited` }).waitFor(WORK);
  await page.getByText('Note', { exact: true }).waitFor();
});

test('it is deleted after a question, and Undo brings it back', async () => {
  await goTo(page, `${REPORTS}/delete_report.php?report=${key}`);
  await page.getByText('the history of its runs, with the documents that were made').waitFor();
  await page.getByRole('button', { name: 'Delete report' }).click();
  await page.waitForURL(`**${CATALOG}`);
  await page.getByText(`Deleted “${title}, edited”.`).waitFor();
  const card = page.getByRole('link', { name: `${title}, edited`, exact: true });
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await card.waitFor(WORK);
  expect(complaints.filter((text) => !text.includes('execute_report.php'))).toEqual([]);
});

test('a run shows how long it takes, and is cancelled', async () => {
  const api = await asAdmin();
  await addSlowReport(api, slow);
  await until('the report of the builder is in the catalog', async () =>
    (await api.get<{ definitions: { key: string }[] }>('/report-mgmt/api/v1/definitions')).definitions.some(
      (definition) => definition.key === slow,
    ),
  );
  await api.signOut();
  await goTo(page, `${REPORTS}/report_runner.php?report=${slow}`);
  await page.getByText(/^Running, [1-9]/).waitFor(WORK);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The run was cancelled').waitFor();
  await page.getByRole('button', { name: 'Run report' }).waitFor();
});

test('a visitor sees public reports alone, and is led to the sign-in page for others', async () => {
  const { page, context } = await visit(browser);
  await page.goto(CATALOG);
  await page.getByRole('link', { name: 'Cities by country', exact: true }).waitFor();
  expect(await page.getByText('Economy by continent').count()).toBe(0);
  await page.getByRole('link', { name: 'Run Cities by country' }).click();
  await page.getByLabel('Smallest population').fill('15000000');
  await page.getByRole('button', { name: 'Run report' }).click();
  await page.frameLocator('iframe[title="Cities by country"]').getByText('Tokyo').first().waitFor(WORK);
  await page.goto(`${REPORTS}/report_runner.php?report=economy-by-continent`);
  await page.waitForURL('**/login?next=*');
  await context.close();
});

type Field = ReturnType<Page['getByRole']>;

async function choose(field: Field, option: string): Promise<void> {
  await field.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Large places, with an element that is not supported. */
const TOWERS = `<?xml version="1.0" encoding="UTF-8"?>
<jasperReport name="Towers">
  <query language="sql"><![CDATA[SELECT name FROM populated_places ORDER BY population DESC LIMIT 5]]></query>
  <field name="name" class="java.lang.String"/>
  <detail><band height="14">
    <element kind="textField" x="0" y="0" width="200" height="14"><expression><![CDATA[$F{name}]]></expression></element>
    <element kind="component" x="200" y="0" width="80" height="14"><component kind="barcode4j:Code128"/></element>
  </band></detail>
</jasperReport>
`;
