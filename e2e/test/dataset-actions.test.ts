import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { goTo, visitAs } from '../src/session.ts';
import { stations } from '../src/stations.ts';

const first = `own-stations-${process.pid}`;
const second = `renamed-stations-${process.pid}`;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  ({ page } = await visitAs(browser, 'user'));
  await uploadDataset(page, { dataset: first, fileName: 'stations.gpkg', bytes: stations(20) });
});
afterAll(() => browser?.close());

/** Publishes the latest version of a dataset as tiles. */
async function publish(dataset: string): Promise<void> {
  const answer = await page.request.get(`/vault/datasets/${dataset}/versions`);
  const { versions } = (await answer.json()) as { versions: { id: number }[] };
  const data = { version_id: versions[0]!.id };
  const published = await page.request.post(`/vault/versions/${data.version_id}/publish`, { data });
  expect(published.status()).toBe(200);
}

async function choose(action: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('renaming a dataset from its page leads to its new address', async () => {
  await goTo(page, `/vault/datasets/${first}?show=table`);
  await choose(/^Rename/);
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Name').fill(second);
  await panel.getByRole('button', { name: 'Rename' }).click();
  await page.waitForURL(`**/vault/datasets/${second}*`);
  await page.getByRole('grid').waitFor();
});

test('a clone has a page of its own with the same rows', async () => {
  await goTo(page, `/vault/datasets/${second}?show=table`);
  await choose(/^Clone/);
  const panel = page.getByRole('dialog');
  await panel.getByLabel('Name of the clone').fill(`clone-${second}`);
  await panel.getByRole('button', { name: 'Clone' }).click();
  await page.waitForURL(`**/vault/datasets/clone-${second}*`);
  await page.getByText('20 rows', { exact: true }).waitFor();
});

test('an archived dataset shows a note, is read-only, and can be restored', async () => {
  await goTo(page, `/vault/datasets/${second}?show=table`);
  await page.getByRole('button', { name: 'Add row' }).waitFor();
  await choose('Archive');
  await page.getByText('This dataset is archived').waitFor();
  await page.getByText('Read-only. The dataset is archived').waitFor();
  expect(await page.getByRole('button', { name: 'Add row' }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Upload new version' }).count()).toBe(0);
  await choose('Restore');
  await page.getByRole('button', { name: 'Add row' }).waitFor();
  await page.getByText('This dataset is archived').waitFor({ state: 'detached' });
});

test('deleting a dataset names the addresses that stop working, asks for its name and returns to the list', async () => {
  await goTo(page, `/vault/datasets/clone-${second}?show=table`);
  await publish(`clone-${second}`);
  await choose('Archive');
  await page.getByText('This dataset is archived').waitFor();
  await choose(/^Delete/);
  const question = page.getByRole('dialog');
  await question.getByRole('listitem').filter({ hasText: 'Vector tiles of stations' }).waitFor();
  const button = question.getByRole('button', { name: 'Delete dataset' });
  expect(await button.isDisabled()).toBe(true);
  await question.getByRole('textbox').fill(`clone-${second}`);
  await button.click();
  await page.waitForURL(({ pathname }) => /\/vault\/?$/.test(pathname));
  await page.goto(`/vault/datasets/clone-${second}`);
  await page.getByRole('heading', { level: 1, name: 'You don’t have access to this page' }).waitFor();
});

// The server refuses the owner everything; administrators get metadata, but no versions.
test.each(['user', 'admin'] as const)(
  'the page of a dataset that was deleted elsewhere says so to the %s, leads back to the list and asks no more',
  async (person) => {
    const name = `short-lived-${person}-${process.pid}`;
    await uploadDataset(page, { dataset: name, fileName: 'stations.gpkg', bytes: stations(5) });
    const { context, page: open } = await visitAs(browser, person);
    await open.clock.install();
    await open.goto(`/vault/datasets/${name}?show=table`);
    await open.getByText('5 rows', { exact: true }).waitFor();
    await page.request.post(`/vault/datasets/${name}/archive`);
    expect((await page.request.delete(`/vault/datasets/${name}?confirm=true`)).status()).toBe(200);
    await open.clock.fastForward(20_000);
    await open.getByRole('heading', { level: 1, name: `${name} is no longer available` }).waitFor();
    const requests: string[] = [];
    open.on('request', (request) => requests.push(request.url()));
    await open.clock.fastForward(60_000);
    await open.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await open.getByRole('link', { name: 'Show all datasets' }).click();
    await open.getByRole('heading', { level: 1, name: 'Datasets' }).waitFor();
    expect(requests.filter((url) => url.includes(`/datasets/${name}/`))).toEqual([]);
    await context.close();
  },
);

test('the Details tab lists the fields with their types', async () => {
  await goTo(page, `/vault/datasets/${second}?tab=technical`);
  const fields = page.getByRole('table', { name: 'Fields of stations' });
  await fields.getByRole('row', { name: /height.*Integer/ }).waitFor();
  await page.getByText('WGS 84', { exact: false }).first().waitFor();
});
