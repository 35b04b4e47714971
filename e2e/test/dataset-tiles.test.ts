import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { axeProblems } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { drawnOnMap, legendColorsDrawn, lookAt, mapIdle, visibleShare } from '../src/map.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';
import { stationPlace, stations } from '../src/stations.ts';

const COUNT = 60_000;
const dataset = `many-stations-${process.pid}`;
const address = `/vault/datasets/${dataset}`;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launchBrowser();
  ({ page, complaints } = await visitAs(browser, 'admin'));
  await uploadDataset(page, { dataset, fileName: 'stations.gpkg', bytes: stations(COUNT) });
});
afterAll(() => browser?.close());

test('a layer of 60,000 points is drawn from tiles, and the page says how much of it is shown', async () => {
  const tiles: string[] = [];
  page.on('response', (answer) => {
    if (/\/tiles\/\d+\/\d+\/\d+/.test(answer.url()) && answer.ok()) tiles.push(answer.url());
  });
  await goTo(page, address);
  const note = page.getByTestId('preview-note');
  await note
    .getByText(/^Showing about 1 in \d points at this zoom level \(60,000 features in total\)\./)
    .waitFor(WORK);
  const drawn = await drawnOnMap(page);
  expect(drawn.features).toBeGreaterThan(1000);
  expect(tiles.length).toBeGreaterThan(0);
  expect(await visibleShare(page, dataset)).toBeGreaterThan(0.02);
});

test('zoomed in, every point is drawn at its location', async () => {
  const [x, y] = stationPlace(30_123, COUNT);
  // The map keeps its view when the facts of the layer come after its tiles.
  const metadata = /\/vault\/metadata\?/;
  await page.route(metadata, async (route) => {
    await mapIdle(page);
    await route.continue();
  });
  await page.goto(`${address}?view=11.00/${y.toFixed(4)}/${x.toFixed(4)}`);
  await page.getByRole('combobox', { name: 'Colour by' }).waitFor();
  await page.unroute(metadata);
  await mapIdle(page);
  await page.getByTestId('preview-note').getByText('60,000 features.', { exact: true }).waitFor();
  await lookAt(page, { center: [x, y], zoom: 11 });
  await page.locator('[data-map-state]').click();
  const panel = page.locator('[data-map-attributes]');
  await panel.getByText('Station 30123').first().waitFor();
  await panel.getByText('snow').waitFor();
  expect(new URL(page.url()).searchParams.get('feature')).toBe('30123');
});

test('the selected feature is highlighted on the map and can be shown in the table', async () => {
  const [x, y] = stationPlace(30_123, COUNT);
  await goTo(page, `${address}?feature=30123&view=11.00/${y.toFixed(4)}/${x.toFixed(4)}`);
  await mapIdle(page);
  await page.locator('[data-map-attributes]').getByText('Station 30123').first().waitFor();
  const marked = await page.evaluate(() => {
    interface TestedMap {
      queryRenderedFeatures(): { id?: number; state: { selected?: boolean } }[];
    }
    const map = (window as unknown as { __cairnMap: TestedMap }).__cairnMap;
    return map.queryRenderedFeatures().flatMap(({ id, state }) => (state.selected ? [id] : []));
  });
  expect(marked).toEqual([30_123]);
  await page.getByRole('button', { name: 'Show in table' }).click();
  const row = page.getByRole('row', { name: /Station 30123/ });
  await row.waitFor();
  expect(await row.getAttribute('aria-selected')).toBe('true');
});

test('a numeric field is coloured in five classes over all features, with a legend, and kept in the URL', async () => {
  await goTo(page, address);
  await page.getByRole('button', { name: 'Fit to data' }).click();
  await mapIdle(page);
  await page.getByRole('combobox', { name: 'Colour by' }).click();
  await page.getByRole('option', { name: 'height' }).click();
  await page.waitForURL(/color=height/);
  await page.getByText('1 – 12,000').waitFor();
  await page.getByText('48,000 – 60,000').waitFor();
  await mapIdle(page);
  const heights = () =>
    page.evaluate(() => {
      interface TestedMap {
        queryRenderedFeatures(): { source: string; properties: { height?: number } }[];
      }
      const map = (window as unknown as { __cairnMap: TestedMap }).__cairnMap;
      const drawn = map.queryRenderedFeatures().filter(({ source }) => source.startsWith('data:'));
      return drawn.map(({ properties }) => properties.height).filter((height) => typeof height === 'number');
    });
  await until('high stations are drawn', async () => Math.max(...(await heights())) > 40_000);
});

test('each choice of "Colour by" draws the points in the colours of its legend', async () => {
  const [x, y] = stationPlace(30_123, COUNT);
  await goTo(page, address);
  await lookAt(page, { center: [x, y], zoom: 7.5 });
  for (const field of ['kind', 'rain', 'kind', 'height']) {
    await page.getByRole('combobox', { name: 'Colour by' }).click();
    await page.getByRole('option', { name: field, exact: true }).click();
    await page.locator('[data-cairn-map]').getByText(field, { exact: true }).waitFor();
    // Points near each other have near heights: those in view are all of one class or two.
    const least = field === 'height' ? 1 : 4;
    await until(`the colours of ${field} on the map`, async () => (await legendColorsDrawn(page)) >= least);
  }
});

test('the legend of a text field lists its values, and colours and map view are kept in the URL', async () => {
  await goTo(page, `${address}?color=kind`);
  const legendIsShown = async () => {
    for (const kind of ['air', 'rain', 'river', 'snow'])
      await page.locator('[data-cairn-map]').getByText(kind, { exact: true }).waitFor();
  };
  await legendIsShown();
  await page.getByRole('region', { name: `Map of ${dataset}` }).focus();
  await page.keyboard.press('Equal');
  await page.waitForURL(/[?&]view=/);
  const { zoom } = await drawnOnMap(page);
  await page.waitForURL((url) => url.searchParams.get('view')?.startsWith(`${zoom.toFixed(2)}/`) ?? false);
  await page.reload();
  expect((await drawnOnMap(page)).zoom).toBeCloseTo(zoom, 1);
  await legendIsShown();
});

test('the page of a large layer has no axe findings in either theme, and no errors', async () => {
  await goTo(page, `${address}?tab=about&color=height&feature=12`);
  await mapIdle(page);
  await page.locator('[data-map-attributes]').getByText('Station 12', { exact: true }).first().waitFor();
  expect(await axeProblems(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
