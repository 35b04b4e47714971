import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { launchBrowser } from '../src/browser.ts';
import { versionsOf } from '../src/datasets.ts';
import { holdReads } from '../src/hold-reads.ts';
import { pointOnMap, stateOfMap } from '../src/map-pair.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';
import { towns, uploadPlaces } from '../src/upload-version.ts';

let browser: Browser;
let page: Page;
const dataset = `derived-${process.pid}`;
const path = `/vault/datasets/${dataset}?tab=derive`;
/** Has its name from the version that it shows. */
const MAP = 'Map of Version 1';

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visitAs(browser, 'admin')).page;
  await uploadPlaces(page.request, dataset, towns(40));
});
afterAll(() => browser?.close());

const outcome = () => page.locator('[data-preview]');

async function addCondition(field: string, comparison: string, value: string): Promise<void> {
  const builder = page.getByRole('group', { name: 'Add a condition' });
  await builder.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: field, exact: true }).click();
  await builder.getByRole('combobox', { name: 'Operator' }).click();
  await page.getByRole('option', { name: comparison, exact: true }).click();
  await builder.getByLabel('Value').fill(value);
  await builder.getByRole('button', { name: 'Add' }).click();
}

test(
  'axe finds nothing wrong with the forms in light and dark, and they fit 360 pixels',
  async () => {
    const pages = [
      { name: 'filter', path: `${path}&where=${encodeURIComponent('population > 5 AND')}` },
      { name: 'dissolve', path: `${path}&op=dissolve` },
      { name: 'clip', path: `${path}&op=clip` },
      { name: 'calculate', path: `${path}&op=calculate` },
    ];
    expect(await auditPages(page, pages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);

test('the builder writes a condition, and the page counts and highlights the matching features', async () => {
  await goTo(page, path);
  await addCondition('population', 'greater than', '300000');
  const where = page.getByRole('textbox', { name: 'Condition' });
  expect(await where.inputValue()).toBe('population > 300000');
  await outcome().getByText('10 of 40 features').waitFor();
  await until('the map highlights them', async () => (await stateOfMap(page, MAP)).drawn.sample === 10);
  await addCondition('name', 'contains', '4');
  expect(await where.inputValue()).toBe("population > 300000 AND name ILIKE '%4%'");
  await outcome().getByText('2 of 40 features').waitFor();
  await page.waitForURL(/where=population/);
});

test('suggestions follow the typed text and are inserted with the keyboard', async () => {
  await goTo(page, path);
  const where = page.getByRole('textbox', { name: 'Condition' });
  await where.fill('');
  await where.pressSequentially('na');
  const proposals = page.getByRole('listbox', { name: 'Suggestions' });
  await proposals.getByRole('option', { name: 'name' }).waitFor();
  await page.keyboard.press('Enter');
  expect(await where.inputValue()).toBe('name ');
  await where.fill('');
  await where.pressSequentially('na');
  await proposals.getByRole('option', { name: 'name', selected: true }).waitFor();
  await page.keyboard.press('Tab');
  expect(await where.inputValue()).toBe('name ');
  await where.pressSequentially('= ');
  await proposals.getByRole('option', { name: 'Town 1', exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  await proposals.waitFor({ state: 'detached' });
});

test('a syntax error is shown at its position, and nothing can be saved', async () => {
  await goTo(page, path);
  await page.getByRole('textbox', { name: 'Condition' }).fill('population > 5 AND');
  await page.getByText(/The condition cannot be read after 18 characters/).waitFor();
  const make = page.getByRole('button', { name: 'Create dataset' });
  expect(await make.isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Condition' }).fill('nobody > 5');
  await page
    .getByText(/nobody/)
    .and(page.locator('[class*=error]'))
    .first()
    .waitFor();
});

test('a value is inserted from the list of the most frequent ones', async () => {
  await goTo(page, path);
  await page.getByRole('textbox', { name: 'Condition' }).fill('');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show values of name' }).click();
  await page.getByRole('button', { name: /^Insert Town 12,/ }).click();
  expect(await page.getByRole('textbox', { name: 'Condition' }).inputValue()).toContain("name = 'Town 12'");
  await outcome().getByText('1 of 40 features').waitFor();
});

test('a derivation can be saved as the next version, which can be undone', async () => {
  await goTo(page, `${path}&where=${encodeURIComponent('population <= 50000')}`);
  await outcome().getByText('5 of 40 features').waitFor();
  await page.getByRole('radio', { name: `Version 2 of ${dataset}` }).check();
  // The job may end before the page lists the jobs, and the new version be listed before the page asks about its job.
  const releaseJobs = await holdReads(page, /\/vault\/api\/jobs\?/);
  const releaseJob = await holdReads(page, /\/vault\/api\/jobs\/[^/?]+$/);
  await page.getByRole('button', { name: 'Save as version 2' }).click();
  await until('version 2', async () => (await versionsOf(page, dataset)).includes(2));
  const listed = page.waitForResponse((answer) => answer.url().endsWith('/versions'), WORK);
  releaseJobs();
  expect(await (await listed).text()).toContain('"version":2');
  releaseJob();
  await page.getByText('Saved version 2 with 5 features.').waitFor(WORK);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Created version 3 from version 1.').waitFor();
  await goTo(page, `/vault/datasets/${dataset}?tab=versions`);
  const rows = page.getByRole('table').locator('tbody tr');
  await rows.nth(2).waitFor();
  expect(await rows.nth(0).innerText()).toContain('Rolled back to version 1');
  expect(await rows.nth(1).innerText()).toContain('Filtered from version 1: population <= 50000');
});

test('a clip counts the features inside a typed or drawn box', async () => {
  await goTo(page, `${path}&op=clip`);
  await page.getByRole('radio', { name: 'Bounding box' }).check();
  for (const [side, degrees] of Object.entries({ West: '-6', South: '39', East: '2', North: '41' }))
    await page.getByLabel(side, { exact: true }).fill(degrees);
  await outcome().getByText('4 of 40 features').waitFor();
  await page.getByLabel('North', { exact: true }).fill('30');
  await page.getByText('North must be greater than south.').waitFor();

  await page.getByRole('radio', { name: 'Drawn area' }).check();
  await page.getByRole('button', { name: 'Draw rectangle' }).click();
  const map = page.getByRole('region', { name: 'Map of Version 3' });
  await map.scrollIntoViewIfNeeded();
  const at = async (place: [number, number]) => {
    const { x, y } = await pointOnMap(page, 'Map of Version 3', place);
    const { x: left, y: top } = (await map.boundingBox())!;
    return { position: { x: x - left, y: y - top } };
  };
  // Not by the mouse alone: a notice may cover the map for a while.
  await map.click(await at([-6, 39]));
  await map.hover(await at([-1, 40]));
  await map.click(await at([4, 41]));
  await page.getByText('Area drawn. Drag its corners to change it.').waitFor();
  await outcome().getByText('5 of 40 features').waitFor();
});

test('a calculated field previews its values and shows the position of an error', async () => {
  await goTo(page, `${path}&op=calculate`);
  await page.getByLabel('New field name').fill('label');
  const expression = page.getByRole('textbox', { name: 'Expression' });
  await page.getByRole('button', { name: /^upper:/ }).click();
  await page.getByRole('button', { name: 'Insert field name' }).click();
  expect((await expression.inputValue()).trim()).toBe('upper(name)');
  await page.getByRole('cell', { name: 'TOWN 1', exact: true }).waitFor();
  await expression.fill('name + 1');
  await page.getByText(/The expression is wrong after 5 characters: \+ calculates with numbers/).waitFor();
  expect(await page.getByRole('button', { name: 'Create dataset' }).isDisabled()).toBe(true);
  await page.getByLabel('New field name').fill('NAME');
  await page.getByText(/already has a field with this name/).waitFor();
});

test('a dissolve previews the number of merged features', async () => {
  await goTo(page, `${path}&op=dissolve`);
  await page.getByRole('radio', { name: 'All features into one' }).check();
  await outcome().getByText('1 feature from 40').waitFor();
});

test('a viewer of a dataset can create a new dataset from it but no version', async () => {
  const { page: other, context } = await visitAs(browser, 'user');
  // Of the sample data: what other tests share for a moment is not there for long enough.
  const name = 'rivers';
  await goTo(other, `/vault/datasets/${name}?tab=derive&op=dissolve`);
  await other.getByRole('radio', { name: 'All features into one' }).check();
  expect(await other.getByRole('radio', { name: /^Version \d+ of / }).isDisabled()).toBe(true);
  expect(await other.getByLabel('Name of the new dataset').inputValue()).toBe(`${name} dissolved`);
  const own = `${name} outline ${process.pid}`;
  await other.getByLabel('Name of the new dataset').fill(own);
  await other.getByRole('button', { name: 'Create dataset' }).click();
  await other.getByRole('heading', { level: 1, name: own }).waitFor(WORK);
  await context.close();
});
