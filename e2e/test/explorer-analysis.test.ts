import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { drawnOnMap, legendColorsOnMap } from '../src/map.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';

/** Central Europe: small enough for a plane in metres. */
const area = {
  type: 'Polygon',
  coordinates: [
    [
      [4, 40],
      [27, 40],
      [27, 56],
      [4, 56],
      [4, 40],
    ],
  ],
};
const filter = JSON.stringify({ geometry: 'geom', op: 'intersects', value: area });
const places = `/report-server/?${new URLSearchParams({ datasource: 'sample', schema: 'public', table: 'populated_places', filter })}`;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launchBrowser();
  ({ page, complaints } = await visitAs(browser, 'admin', { viewport: { width: 1440, height: 900 } }));
});
afterAll(() => browser?.close());

test('hot spots of the filtered rows are drawn over the data, with a legend from cold to hot', async () => {
  await page.goto(places);
  const rows = await page.getByText(/^\d+ of 243 rows$/).innerText();
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await choose('Hot spots (Getis-Ord Gi*)');
  await page.getByText(`Runs on the ${Number.parseInt(rows, 10)} rows that the filter leaves.`).waitFor();
  await page.getByRole('textbox', { name: 'Cell size (m)' }).fill('100000');
  await page.keyboard.press('Enter');
  const result = page.getByRole('region', { name: 'Result' });
  await result.waitFor();
  const legend = page.getByRole('list', { name: 'Gi* z score, cold to hot' });
  // It is part of the map, which loads by itself.
  await legend.waitFor();
  expect(await legend.getByRole('listitem').allInnerTexts()).toEqual([
    ...['≤ −2.58 (99 %)', '≤ −1.96 (95 %)', '≤ −1.65 (90 %)', 'Not significant'],
    ...['≥ 1.65 (90 %)', '≥ 1.96 (95 %)', '≥ 2.58 (99 %)'],
  ]);
  const cells = Number(await result.getAttribute('data-analysis-result'));
  expect(cells).toBeGreaterThan(100);
  await until('the map draws the cells', async () => (await resultsOnMap()) > 50);
  const { features } = await drawnOnMap(page);
  expect(features).toBeGreaterThan(await resultsOnMap());
  await result.getByText('Gi* of all cells', { exact: false }).waitFor();
  const table = page.getByRole('table', { name: 'Properties of the results' });
  expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
    'Result',
    'gi_z ↓',
    'class',
    'value',
  ]);
  expect(await table.getByRole('row').nth(1).innerText()).toContain('hot 99 %');
});

test('a result is picked in the table and shown by the map, and all of them are saved as GeoJSON', async () => {
  await page
    .getByRole('button', { name: /^Show \d+ on the map$/ })
    .first()
    .click();
  await page.locator('[data-map-attributes]').getByText('hot 99 %').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download GeoJSON' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('populated_places hot_spots.geojson');
  const collection = JSON.parse(await readFile(await download.path(), 'utf8'));
  const cells = await page.locator('[data-analysis-result]').getAttribute('data-analysis-result');
  expect(collection).toMatchObject({ type: 'FeatureCollection' });
  expect(collection.features).toHaveLength(Number(cells));
});

test('what the server refuses is said at its field, and the panel is accessible', async () => {
  await page.getByRole('textbox', { name: 'Cell size (m)' }).fill('-5');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText(/^Cell size must be/).waitFor();
  expect(await page.getByRole('textbox', { name: 'Cell size (m)' }).getAttribute('aria-invalid')).toBe(
    'true',
  );
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  complaints.splice(0);
});

test('an analysis that runs as a job is followed to its result, and its address shows it again', async () => {
  // As a layer that is too large would be answered.
  await page.route(/\/explorer\/spatial-analysis$/, async (route) => {
    if (route.request().headers().prefer) return route.continue();
    const error =
      'input: 300,000 features, and at most 200,000 can be analysed here. Filter the layer, or run the analysis as a job.';
    return route.fulfill({ status: 422, json: { error, code: 'report-server.too_many_features' } });
  });
  await choose('Density clusters (DBSCAN)');
  await page.getByRole('textbox', { name: 'Distance (m)' }).fill('250000');
  await page.getByRole('textbox', { name: 'Minimum neighbours' }).fill('2');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Run as a job' }).click();
  await page.waitForURL(/analysis=\d+/, WORK);
  await page.getByRole('region', { name: 'Result' }).waitFor(WORK);
  await until('the map draws the features with their clusters', async () => (await resultsOnMap()) > 10);
  await page.getByRole('list', { name: /^\d+ clusters?$/ }).waitFor();
  await page.unroute(/\/explorer\/spatial-analysis$/);
  await page.reload();
  await page.getByRole('region', { name: 'Result' }).waitFor(WORK);
  expect(await page.getByRole('combobox', { name: 'Analysis' }).inputValue()).toBe('dbscan');
  await until('the map draws them again', async () => (await resultsOnMap()) > 10);
  expect(await legendColorsOnMap(page)).toBeGreaterThan(1);
});

test('Escape closes an open list first, then the panel: it takes the result from the map and returns to the button', async () => {
  await page
    .getByRole('combobox', { name: 'Columns to keep' })
    .or(page.getByLabel('Columns to keep'))
    .first()
    .click();
  const option = page.locator('[data-combobox-option]').first();
  await option.waitFor();
  await page.keyboard.press('Escape');
  await option.waitFor({ state: 'hidden' });
  expect(await page.getByRole('group', { name: 'Spatial analysis' }).count()).toBe(1);
  await page.getByRole('textbox', { name: 'Minimum neighbours' }).focus();
  await page.keyboard.press('Escape');
  await page.getByRole('group', { name: 'Spatial analysis' }).waitFor({ state: 'detached' });
  await until('the result is gone', async () => (await resultsOnMap()) === 0);
  await until('the button has the focus', () =>
    page.evaluate(() => document.activeElement?.textContent === 'Analyse'),
  );
  expect(page.url()).not.toContain('analysis=');
});

test('the panel fits a narrow window', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await goTo(page, `${places}&analysis=open`);
  await page.getByRole('combobox', { name: 'Analysis' }).waitFor();
  expect(await sidewaysOverflow(page)).toBe(0);
  expect(complaints.filter((text) => !/status of 4\d\d/.test(text))).toEqual([]);
});

const choose = (title: string) =>
  page.getByRole('combobox', { name: 'Analysis' }).selectOption({ label: title });

/** Results of the analysis that the map draws. */
function resultsOnMap(): Promise<number> {
  return page.evaluate(() => {
    interface TestedMap {
      getStyle(): { layers: { id: string }[] } | undefined;
      queryRenderedFeatures(options: { layers: string[] }): unknown[];
    }
    // The result may be there before the map, and before the style of the map.
    const map = (window as unknown as { __cairnMap?: TestedMap }).__cairnMap;
    const layers = map?.getStyle()?.layers ?? [];
    const drawn = layers.map(({ id }) => id).filter((id) => id.startsWith('data:analysis:'));
    return map && drawn.length > 0 ? map.queryRenderedFeatures({ layers: drawn }).length : 0;
  });
}
