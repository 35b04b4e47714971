import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { brushChart, placeOnChart, valuesOnChart } from '../src/chart.ts';
import { drawnOnMap, legendColorsOnMap, lookAt, mapIdle } from '../src/map.ts';
import { goTo, visitAs } from '../src/session.ts';

const places = '/report-server/?datasource=sample&schema=public&table=populated_places';
const viewTitle = `Large cities ${process.pid}`;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launchBrowser();
  ({ page, complaints } = await visitAs(browser, 'admin', { viewport: { width: 1440, height: 900 } }));
});
afterAll(() => browser?.close());

test('a search for places opens the table as map, chart and table', async () => {
  await page.goto('/report-server/');
  await page.getByRole('searchbox', { name: 'Search tables' }).fill('places');
  await page.getByRole('button', { name: /^populated_places/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/table=populated_places/);
  await countIs('243 rows');
  await page.getByRole('gridcell', { name: 'Tokyo' }).first().waitFor();
  await page.locator('[data-chart-type="bar"] canvas').waitFor();
  expect((await drawnOnMap(page)).features).toBeGreaterThan(100);
});

test('a condition of the filter bar narrows table, map and chart alike', async () => {
  await page.getByRole('button', { name: 'Add filter' }).click();
  const column = page.getByRole('combobox', { name: 'Column' });
  const columns = page.getByRole('listbox', { name: 'Column' });
  await column.fill('pop');
  await columns.waitFor();
  await column.press('Escape');
  await columns.waitFor({ state: 'hidden' });
  await column.fill('population');
  await columns.getByRole('option', { name: 'population', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('5000000');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'population is at least 5,000,000', exact: true }).waitFor();
  const shown = await shownCount();
  expect(shown).toBeGreaterThan(10);
  expect(shown).toBeLessThan(243);
  await page.getByTestId('table-note').getByText(`All ${shown} rows.`).waitFor();
  await until('the bars add up to the rows', async () => sum(await valuesOnChart(page)) === shown);
});

test('a box that is drawn on the map narrows the rows to those inside, and all views agree', async () => {
  const before = await shownCount();
  await lookAt(page, { center: [80, 25], zoom: 1.5 });
  await page.getByRole('button', { name: 'Draw a box to filter' }).click();
  await page.getByText('Click two opposite corners of the box.').waitFor();
  const map = (await page.locator('[data-map-state]').boundingBox())!;
  const at = (x: number, y: number) => [map.x + map.width * x, map.y + map.height * y] as const;
  await page.mouse.click(...at(0.3, 0.2));
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.click(...at(0.75, 0.75));
  await page.getByRole('button', { name: /^location is in the box/ }).waitFor();
  const shown = await shownCount();
  expect(shown).toBeGreaterThan(0);
  expect(shown).toBeLessThan(before);
  await page.getByTestId('table-note').getByText(`All ${shown} rows.`).waitFor();
  await until('the bars add up to the rows', async () => sum(await valuesOnChart(page)) === shown);
  await lookAt(page, { center: [80, 25], zoom: 1.5 });
  await until('the map draws these rows', async () => (await placesOnMap()) === shown);
  expect(await rowsInTable()).toBe(shown);
});

test('the export menu saves the rows of the filter as CSV, by keyboard', async () => {
  const shown = await shownCount();
  await page.getByRole('button', { name: 'Export', exact: true }).focus();
  await page.keyboard.press('Enter');
  // The menu takes the focus a moment after it opens.
  await page.locator('[role="menu"]:focus-within').waitFor();
  await page.getByRole('menuitem', { name: 'CSV' }).focus();
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('populated_places.csv');
  const text = await readFile(await download.path(), 'utf8');
  // With a byte order mark, a line of names, and a line for each row.
  expect(text.startsWith('\ufeff')).toBe(true);
  expect(text.trim().split('\r\n')).toHaveLength(shown + 1);
  await page.getByText(/^Exported populated_places\.csv/).waitFor();
});

test('a click on a bar filters the other views, and Undo brings the rows back', async () => {
  const before = await shownCount();
  const [first = 0] = await valuesOnChart(page);
  const bar = await placeOnChart(page, 0);
  await page.mouse.click(bar.x, bar.y);
  await until('the rows of the bar are left', async () => (await shownCount()) === first);
  // The table asks for its rows by itself.
  await until('the table has these rows', async () => (await rowsInTable()) === first);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await until('all rows are back', async () => (await shownCount()) === before);
  await page.keyboard.press('Control+Shift+z');
  await until('the click is done again', async () => (await shownCount()) === first);
  await page.keyboard.press('Control+z');
  await until('it is undone by keyboard', async () => (await shownCount()) === before);
});

test('a field is charted at one press, and a marked stretch of its histogram is a filter', async () => {
  await goTo(page, places);
  await countIs('243 rows');
  await page
    .getByRole('complementary', { name: 'Fields' })
    .getByRole('button', { name: 'population', exact: true })
    .click();
  await page.getByRole('heading', { name: 'Distribution of population' }).waitFor();
  await page.locator('[data-chart-type="histogram"]').waitFor();
  await until('the bins hold all rows', async () => sum(await valuesOnChart(page)) === 243);
  const bins = await valuesOnChart(page);
  await brushChart(page, 2, 5);
  await page.getByRole('button', { name: /^population is at least/ }).waitFor();
  await until('the rows of these bins are left', async () => (await shownCount()) === sum(bins.slice(2, 6)));
  await page.keyboard.press('Control+z');
  await countIs('243 rows');
});

test('the numbers of a chart are a table whose rows filter by keyboard', async () => {
  // Until the answer without the filter is there, the chart has the bins of the filtered rows.
  await until('the bins hold all rows again', async () => sum(await valuesOnChart(page)) === 243);
  await page.getByRole('button', { name: 'Show the numbers as a table' }).click();
  const row = page.getByRole('table', { name: 'Distribution of population' }).getByRole('row').nth(1);
  const count = Number((await row.getByRole('cell').innerText()).replace(/\D/g, ''));
  await row.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await until('the rows of the first bin are left', async () => (await shownCount()) === count);
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Show the chart' }).click();
});

test('chips are reached, changed and removed by keyboard', async () => {
  await goTo(
    page,
    `${places}&filter=${encodeURIComponent('{"column":"country","op":"eq","value":"Japan"}')}`,
  );
  const chip = page.getByRole('button', { name: 'country is Japan', exact: true });
  await chip.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Or…' }).click();
  await page.getByRole('combobox', { name: 'Value' }).fill('India');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'country is India', exact: true }).waitFor();
  const both = await shownCount();
  await page.getByRole('button', { name: 'country is India', exact: true }).focus();
  await page.keyboard.press('Delete');
  await until('the alternative is gone', async () => (await shownCount()) < both);
  await chip.focus();
  await page.keyboard.press('Delete');
  await countIs('243 rows');
});

test('colours of the map follow a column, with a legend', async () => {
  await goTo(page, `${places}&color=population`);
  await page.locator('[data-map-legend]').getByText('population').waitFor();
  await lookAt(page, { center: [80, 25], zoom: 2 });
  await until('colours of the legend are on the map', async () => (await legendColorsOnMap(page)) >= 3);
});

test('a row that is picked in the table is marked on the map and described there', async () => {
  await page.getByRole('button', { name: 'Show on the map: Tokyo' }).click();
  await page.locator('[data-map-attributes]').getByText('35,676,000').waitFor();
  await mapIdle(page);
  await until('one place is marked on the map', async () => (await markedOnMap()) === 1);
  await page.getByRole('button', { name: 'Stop showing on the map: Tokyo' }).click();
});

test('a saved view opens what was saved, and its address shows another person the same', async () => {
  const filter = encodeURIComponent('{"column":"population","op":"gte","value":5000000}');
  await goTo(page, `${places}&filter=${filter}&chart=pie&x=country&color=country&sort=-population`);
  const shown = await shownCount();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(viewTitle);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByText(`Saved ${viewTitle}.`).waitFor();
  await page.waitForURL(/view=large-cities/);
  const sent = page.url();
  await goTo(page, '/report-server/?start');
  await page.getByRole('link', { name: new RegExp(viewTitle) }).click();
  await page.getByRole('heading', { name: 'Number of rows by country' }).waitFor();
  expect(await shownCount()).toBe(shown);

  const visitor = await visitAs(browser, 'user', { viewport: { width: 1440, height: 900 } });
  await visitor.page.goto(sent);
  await visitor.page.locator('[data-chart-type="pie"] canvas').waitFor();
  await visitor.page.getByTestId('row-count').getByText(`${shown} of 243 rows`).waitFor();
  await visitor.page.getByRole('button', { name: 'population is at least 5,000,000', exact: true }).waitFor();
  await visitor.page.locator('[data-map-legend]').getByText('country').waitFor();
  const firstRow = visitor.page.getByRole('grid').getByRole('row').nth(1);
  await firstRow.getByText('Tokyo').first().waitFor();
  await visitor.context.close();
});

test('the view is deleted, and Undo brings it back', async () => {
  await page.getByRole('button', { name: viewTitle }).click();
  await page.getByRole('menuitem', { name: `Delete “${viewTitle}”` }).click();
  await page.getByText(`Deleted ${viewTitle}.`).waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: viewTitle, exact: true }).waitFor();
  await page.keyboard.press('Escape');
});

test('start page and table have no accessibility problems, and fit 360 pixels', async () => {
  await goTo(page, '/report-server/?start');
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await goTo(
    page,
    `${places}&filter=${encodeURIComponent('{"column":"country","op":"eq","value":"Japan"}')}`,
  );
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sidewaysOverflow(page)).toBe(0);
  await goTo(page, '/report-server/?start');
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('nothing went wrong in the console', () => {
  expect(complaints).toEqual([]);
});

async function countIs(text: string): Promise<void> {
  await page.getByTestId('row-count').getByText(text, { exact: true }).waitFor();
}

/** The rows that the filter leaves, once they are counted. */
async function shownCount(): Promise<number> {
  const count = page.getByTestId('row-count').getByText(/rows?$/);
  await count.waitFor();
  return Number((await count.innerText()).split(' ')[0]?.replace(/\D/g, ''));
}

function rowsInTable(): Promise<number> {
  return page.getByRole('grid').locator('tbody tr').count();
}

/** Different features on the map: one at the edge of two tiles is drawn in both. */
async function placesOnMap(): Promise<number> {
  await mapIdle(page);
  return page.evaluate(() => {
    interface TestedMap {
      getStyle(): { layers: { id: string }[] };
      queryRenderedFeatures(options: { layers: string[] }): { id?: number }[];
    }
    const map = (window as unknown as { __cairnMap: TestedMap }).__cairnMap;
    const layers = map.getStyle().layers.flatMap(({ id }) => (id.startsWith('data:') ? [id] : []));
    return new Set(map.queryRenderedFeatures({ layers }).map(({ id }) => id)).size;
  });
}

/** Different features that the map marks. */
function markedOnMap(): Promise<number> {
  return page.evaluate(() => {
    interface TestedMap {
      queryRenderedFeatures(): { id?: number; state: { selected?: boolean } }[];
    }
    const map = (window as unknown as { __cairnMap: TestedMap }).__cairnMap;
    const marked = map.queryRenderedFeatures().filter(({ state }) => state.selected);
    return new Set(marked.map(({ id }) => id)).size;
  });
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
