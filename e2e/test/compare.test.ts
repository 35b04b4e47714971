import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { stateOfMap } from '../src/map-pair.ts';
import { samples, type Sample } from '../src/samples.ts';
import { goTo, visitAs } from '../src/session.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';
import { towns, uploadPlaces } from '../src/upload-version.ts';

let browser: Browser;
let page: Page;
const dataset = `compared-${process.pid}`;
const path = `/vault/datasets/${dataset}/compare?left=1&right=2`;
const LEFT = 'Map of Version 1';
const RIGHT = 'Map of Version 2';

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visitAs(browser, 'admin')).page;
  const before = towns(60);
  await uploadPlaces(page.request, dataset, before);
  const after = before
    .filter(({ id }) => id !== 7)
    .map((town) => (town.id <= 3 ? { ...town, population: town.population + 1 } : town))
    .map((town) => (town.id === 20 ? { ...town, at: [30, 60] as [number, number] } : town));
  await uploadPlaces(page.request, dataset, [
    ...after,
    { id: 99, name: 'New Town', population: 1, at: [25, 35] },
  ]);
});
afterAll(() => browser?.close());

async function count(kind: string): Promise<string> {
  return page.locator(`[data-count=${kind}] dd`).innerText();
}

test('the summary counts added, removed, changed and unchanged features', async () => {
  await goTo(page, path);
  await page.locator('[data-count=added]').waitFor();
  expect(await Promise.all(['added', 'removed', 'changed', 'unchanged'].map(count))).toEqual([
    '1',
    '1',
    '4',
    '55',
  ]);
  await page.getByText('1 changed feature has a different geometry.').waitFor();
  const shown = page.getByRole('button', { name: 'Changed feature Town 2: show on both maps' });
  const changed = page.getByRole('listitem').filter({ has: shown });
  expect(await changed.innerText()).toMatch(/Town 2\s+population[^]*20000[^]*20001/);
});

test('each map draws its version and the differences: removed left, added right', async () => {
  await goTo(page, path);
  await page.locator('[data-count=added]').waitFor();
  for (const map of [LEFT, RIGHT])
    await until(
      `${map} draws the differences`,
      async () => 'differences' in (await stateOfMap(page, map)).drawn,
    );
  const [left, right] = [await stateOfMap(page, LEFT), await stateOfMap(page, RIGHT)];
  expect(left.drawn['data:version']).toBe(60);
  expect(right.drawn['data:version']).toBe(60);
  // A mark and a sign for each of the four changed and the one that is only there.
  expect(left.drawn.differences).toBe(10);
  expect(right.drawn.differences).toBe(10);
  expect(right.center[0]).toBeCloseTo(left.center[0], 5);
  expect(right.zoom).toBeCloseTo(left.zoom, 5);
});

test('the divider moves with the keyboard and announces its position', async () => {
  await goTo(page, path);
  const divider = page.getByRole('slider', { name: 'Divider between the two versions' });
  await divider.waitFor();
  await divider.focus();
  const at = () => divider.getAttribute('aria-valuenow');
  expect(await at()).toBe('50');
  await page.keyboard.press('ArrowLeft');
  expect(await at()).toBe('48');
  await page.keyboard.press('Shift+ArrowRight');
  expect(await at()).toBe('58');
  await page.keyboard.press('Home');
  expect(await at()).toBe('0');
  await page.keyboard.press('End');
  expect(await at()).toBe('100');
  expect(await divider.getAttribute('aria-valuetext')).toContain('Version 1 on the left 100 percent');
});

test('selecting a difference zooms both maps to it, highlights it and puts it in the URL', async () => {
  await goTo(page, path);
  const before = await stateOfMap(page, RIGHT);
  const item = page.getByRole('button', { name: 'Added feature New Town: show on both maps' });
  await item.click();
  await page.waitForURL(/feature=added%3ANew\+Town/);
  await page.waitForFunction((zoom) => {
    const [map] = (window as unknown as { __cairnMaps: Set<{ getZoom(): number }> }).__cairnMaps;
    return (map?.getZoom() ?? 0) > zoom + 3;
  }, before.zoom);
  const [left, right] = [await stateOfMap(page, LEFT), await stateOfMap(page, RIGHT)];
  for (const { center } of [left, right]) {
    expect(center[0]).toBeCloseTo(25, 1);
    expect(center[1]).toBeCloseTo(35, 1);
  }
  expect(left.zoom).toBeCloseTo(right.zoom, 5);
  expect(await item.getAttribute('aria-pressed')).toBe('true');
});

test('moving one map with the keyboard moves the other', async () => {
  await goTo(page, `${path}&layout=side`);
  const before = await stateOfMap(page, RIGHT);
  await page.getByRole('region', { name: LEFT }).focus();
  await page.keyboard.press('Equal');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/[?&]view=/);
  const [left, right] = [await stateOfMap(page, LEFT), await stateOfMap(page, RIGHT)];
  expect(right.zoom).toBeGreaterThan(before.zoom);
  expect(right.zoom).toBeCloseTo(left.zoom, 5);
  expect(right.center[0]).toBeCloseTo(left.center[0], 5);
});

test('the list is filtered by kind, and features can be matched by a field', async () => {
  await goTo(page, path);
  await page.locator('label').filter({ hasText: 'Changed 4' }).click();
  await page.waitForURL(/kind=changed/);
  await page.waitForFunction(() => document.querySelectorAll('li[data-kind]').length === 4);
  await page.getByRole('combobox', { name: 'Match features by' }).click();
  await page.getByRole('option', { name: 'population' }).click();
  await page.waitForURL(/key=population/);
  // Three towns grew, so that another town seems to have come in their place.
  await page.locator('[data-count=added] dd').getByText('4', { exact: true }).waitFor();
  await page.getByText('population 10001').waitFor();
  expect(await count('changed')).toBe('1');
});

test(
  'axe finds nothing wrong with the page in light and dark, and it fits 360 pixels',
  async () => {
    const pages = [
      { name: 'compare', path },
      { name: 'compare with a difference', path: `${path}&feature=changed%3ATown+20&layout=side` },
      { name: 'compare refused', path: `${path}&key=nothing` },
    ];
    expect(await auditPages(page, pages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);

test('a key that is not unique is rejected with a message and a choice of other fields', async () => {
  const twins = `twins-${process.pid}`;
  const alike = towns(4).map((town) => ({ ...town, name: 'Same' }));
  await uploadPlaces(page.request, twins, alike);
  await uploadPlaces(page.request, twins, alike.slice(1));
  await goTo(page, `/vault/datasets/${twins}/compare?left=1&right=2&key=name`);
  await page.getByText(/"name" has the same value in several features of version 1/).waitFor();
  await page.getByRole('combobox', { name: 'Match by another field' }).click();
  await page.getByRole('option', { name: 'population' }).click();
  await page.locator('[data-count=removed]').getByText('1').waitFor();
});

test('rasters are shown on synchronised maps', async () => {
  const elevation = samples().find(({ type }) => type === 'raster') as Sample;
  const name = `heights-${process.pid}`;
  for (const bytes of [elevation.bytes, Buffer.concat([elevation.bytes, Buffer.from(' ')])])
    await uploadDataset(page, { dataset: name, fileName: 'heights.tif', bytes });
  await goTo(page, `/vault/datasets/${name}/compare`);
  await page.getByText('Rasters have no features to list.').waitFor();
  await page.getByRole('slider', { name: 'Divider between the two versions' }).waitFor();
  const [left, right] = [await stateOfMap(page, LEFT), await stateOfMap(page, RIGHT)];
  expect(left.zoom).toBeGreaterThan(5);
  expect(right.center).toEqual(left.center);
});
