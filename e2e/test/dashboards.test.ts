import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { placeOnChart, valuesOnChart } from '../src/chart.ts';
import { goTo, visitAs } from '../src/session.ts';

const key = `cities-${process.pid}`;
const api = '/report-server/api/v1/explorer/dashboards';
const address = `/report-server/dashboards/admin/${key}`;
const source = { datasource: 'sample', schema: 'public', table: 'populated_places' };
const bars = { type: 'bar', x: 'country', y: '', fn: 'count', unit: '', zone: '' };
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  const admin = await asAdmin();
  const widget = (title: string, kind: string, visual: object) => ({
    inline: { title, kind, source, query: {}, visual },
  });
  await admin.send('POST', api, {
    key,
    title: 'Cities of the world',
    layout: [
      { id: 'bars', widget: widget('By country', 'chart', { chart: bars }), x: 0, y: 0, w: 6, h: 7 },
      { id: 'map', widget: widget('Where', 'map', {}), x: 6, y: 0, w: 6, h: 7 },
      { id: 'rows', widget: widget('Cities', 'table', { hidden: ['geom'] }), x: 0, y: 7, w: 6, h: 7 },
      {
        id: 'note',
        title: 'About',
        widget: { text: 'Places of more than a million.' },
        x: 6,
        y: 7,
        w: 6,
        h: 3,
      },
    ],
    filters: [{ name: 'country', label: 'Country', op: 'eq', widgets: { bars: 'country', rows: 'country' } }],
  });
  await admin.signOut();
  browser = await launchBrowser();
  ({ page, complaints } = await visitAs(browser, 'admin', { viewport: { width: 1440, height: 1000 } }));
});
afterAll(() => browser?.close());

test('a click on a bar filters the other widgets, shows a chip, and Undo brings the rows back', async () => {
  await page.goto(address);
  await rowsAre('243');
  await page.locator('[data-chart-type="bar"] canvas').waitFor();
  await until('the bars are drawn', async () => (await valuesOnChart(page)).length > 1);
  const [first = 0] = await valuesOnChart(page);
  const bar = await placeOnChart(page, 0);
  await page.mouse.click(bar.x, bar.y);
  await page.getByText(/^By country: country is/).waitFor();
  await rowsAre(String(first));
  expect((await valuesOnChart(page)).length).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await rowsAre('243');
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await rowsAre(String(first));
});

test('a link shows another window what its sender saw', async () => {
  const chip = await page.getByText(/^By country: country is/).innerText();
  const note = await widget('rows').getByTestId('table-note').innerText();
  const other = await visitAs(browser, 'admin', { viewport: { width: 1440, height: 1000 } });
  await other.page.goto(page.url());
  await other.page.getByText(chip, { exact: true }).waitFor();
  await other.page.getByText(note.split('.')[0] ?? '').waitFor();
  await other.context.close();
  await page.getByRole('button', { name: /^Remove: country is/ }).click();
  await rowsAre('243');
});

test('a filter narrows the widgets that it is mapped to, and the others say that it does not apply', async () => {
  await page.getByRole('button', { name: 'Country: all' }).click();
  await page.getByRole('combobox', { name: 'Value' }).fill('Japan');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Country is Japan', exact: true }).waitFor();
  await widget('map').getByText('Not filtered by: Country').waitFor();
  await until('the bar of Japan is left', async () => (await valuesOnChart(page)).length === 1);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await rowsAre('243');
});

test('a dashboard is arranged by keyboard alone, announced to screen readers, and saved', async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).focus();
  await page.keyboard.press('Enter');
  const handle = page.getByRole('button', { name: 'Move By country', exact: true });
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  const words = page.getByTestId('arranged');
  await words.getByText('By country: column 7, row 1, 6 columns wide, 7 rows high.').waitFor();
  await page.keyboard.press('ArrowDown');
  await words.getByText(/^By country: column 7, row 4/).waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await words.getByText('By country: column 7, row 4, 6 columns wide, 8 rows high.').waitFor();
  expect(await handle.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+z');
  expect(await placeOf('bars')).toBe('6 3 6 7');
  await page.getByRole('button', { name: 'Save', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('“Cities of the world” is saved.').waitFor();
  await page.reload();
  expect(await placeOf('bars')).toBe('6 3 6 7');
  expect(await placeOf('map')).toBe('0 0 6 7');
});

test('a version that another person saved in the meantime is shown with a choice', async () => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Remove About' }).click();
  const { owner: _o, views: _v, permission: _p, id: _i, updated_at: _u, key: _k, ...now } = await read();
  await page.request.put(`${api}/admin/${key}`, { data: { ...now, title: 'Cities, renamed' } });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this dashboard' });
  await dialog.getByText(/“Cities, renamed” with .*About/).waitFor();
  await dialog.getByRole('button', { name: 'Replace with mine' }).click();
  await page.getByText('“Cities of the world” is saved.').waitFor();
  expect((await read()).layout).toHaveLength(3);
});

test('a widget shows the rows of a report, and a parameter of the dashboard changes them', async () => {
  const dataset = { name: 'main', sql: 'SELECT name FROM populated_places WHERE population >= $P{least}' };
  const template = {
    ...{
      version: 1,
      title: 'Large cities',
      lang: 'en',
      groups: [],
      variables: [],
      styles: [],
      bands: { detail: [] },
    },
    page: { size: 'A4', orientation: 'portrait', margins: { top: 36, right: 36, bottom: 36, left: 36 } },
    parameters: [{ name: 'least', type: 'integer', default: 20_000_000 }],
    datasets: [dataset],
  };
  const report = `large-${process.pid}`;
  const request = async (path: string, data: object) =>
    expect((await page.request.post(`/report-server/api/v1${path}`, { data })).status()).toBe(201);
  await request('/reports', { key: report, title: 'Large cities', datasource: 'sample', template });
  const inline = { title: 'Large cities', kind: 'table', source: { report }, query: {}, visual: {} };
  await request('/explorer/dashboards', {
    ...{ key: report, title: 'Large cities' },
    layout: [{ id: 'rows', widget: { inline }, x: 0, y: 0, w: 12, h: 7 }],
    parameters: { least: { label: 'Least', widgets: { rows: 'least' } } },
  });
  await goTo(page, `/report-server/dashboards/admin/${report}`);
  await widget('rows').getByText('Tokyo', { exact: true }).waitFor();
  expect(await widget('rows').getByText('Mumbai', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Least: as in the report' }).click();
  await page.getByRole('spinbutton', { name: 'Least' }).fill('18000000');
  await page.keyboard.press('Enter');
  await widget('rows').getByText('Mumbai', { exact: true }).waitFor();
});

test('dashboards and embedding have no accessibility problems, and fit 360 pixels', async () => {
  for (const path of [
    address,
    `${address}?edit=1`,
    '/report-server/dashboards',
    '/report-server/embedding',
  ]) {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await goTo(page, path);
    await settled(page);
    expect({ path, problems: await axeProblems(page) }).toEqual({ path, problems: [] });
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await sidewaysOverflow(page)).toBe(0);
  }
  await goTo(page, address);
  await widget('rows').waitFor();
  const lefts = await page
    .locator('[data-widget]')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
  expect(new Set(lefts).size).toBe(1);
});

test('nothing went wrong in the console', () => {
  // The conflict of two editors is a 409, which browsers report.
  expect(complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
});

function widget(id: string) {
  return page.locator(`[data-widget="${id}"]`);
}

async function rowsAre(number: string): Promise<void> {
  const note = widget('rows').getByTestId('table-note');
  await note.getByText(new RegExp(`(^|of |All )${number}( rows?)?\\.`)).waitFor();
}

function placeOf(id: string): Promise<string | null> {
  return widget(id).getAttribute('data-place');
}

async function read(): Promise<Record<string, unknown>> {
  return (await page.request.get(`${api}/admin/${key}`)).json() as Promise<Record<string, unknown>>;
}
