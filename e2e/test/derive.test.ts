import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { signedInState, visit } from '../src/session.ts';
import { towns, uploadPlaces } from '../src/upload-version.ts';

let browser: Browser;
let page: Page;
const dataset = `derived-${process.pid}`;
const path = `/vault/datasets/${dataset}?tab=derive`;

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visit(browser, { storageState: await signedInState(browser, 'admin') })).page;
  await uploadPlaces(page.request, dataset, towns(40));
});
afterAll(() => browser?.close());

const outcome = () => page.locator('[data-preview]');

test('proposals follow what is typed and are taken by keys', async () => {
  await page.goto(path);
  const where = page.getByRole('textbox', { name: 'Condition' });
  await where.pressSequentially('na');
  const proposals = page.getByRole('listbox', { name: 'Proposals' });
  await proposals.getByRole('option', { name: 'name' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await where.inputValue()).toBe('name ');
  await where.pressSequentially('= ');
  await proposals.getByRole('option', { name: 'Town 1', exact: false }).first().waitFor();
  await page.keyboard.press('Escape');
  await proposals.waitFor({ state: 'detached' });
});

test('what the language cannot read is said at its place, and nothing can be made of it', async () => {
  await page.goto(path);
  await page.getByRole('textbox', { name: 'Condition' }).fill('population > 5 AND');
  await page.getByText(/The condition cannot be read after 18 characters/).waitFor();
  const make = page.getByRole('button', { name: /^Make version/ });
  expect(await make.isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Condition' }).fill('nobody > 5');
  await page
    .getByText(/nobody/)
    .and(page.locator('[class*=error]'))
    .first()
    .waitFor();
});

test('a value is inserted from the list of the most frequent ones', async () => {
  await page.goto(path);
  await page.getByRole('button', { name: 'Show the values of name' }).click();
  await page.getByRole('button', { name: /^Insert Town 12,/ }).click();
  expect(await page.getByRole('textbox', { name: 'Condition' }).inputValue()).toContain("name = 'Town 12'");
  await outcome().getByText('1 of 40 features').waitFor();
});

test('making the version is followed to its end, shown, told in words, and can be undone', async () => {
  await page.goto(`${path}&where=${encodeURIComponent('population <= 50000')}`);
  await outcome().getByText('5 of 40 features').waitFor();
  await page.getByRole('button', { name: 'Make version 2' }).click();
  const done = page.getByText('Version 2 is made, with 5 features.');
  await done.waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Version 3 holds again what version 1 held.').waitFor();
  await page.goto(`/vault/datasets/${dataset}?tab=versions`);
  const rows = page.getByRole('table').locator('tbody tr');
  await rows.nth(2).waitFor();
  expect(await rows.nth(0).innerText()).toContain('Rolled back to version 1');
  expect(await rows.nth(1).innerText()).toContain('Filtered from version 1: population <= 50000');
});

test('a dissolve says how many features remain', async () => {
  await page.goto(`${path}&op=dissolve`);
  await page.getByRole('radio', { name: 'All features into one' }).check();
  await outcome().getByText('1 feature from 40').waitFor();
});

test('who may only look can try things out and is told why nothing can be made', async () => {
  const { page: other, context } = await visit(browser, {
    storageState: await signedInState(browser, 'user'),
  });
  const listed = (await (await other.request.get('/vault/datasets-summary')).json()) as {
    name: string;
    type: string;
    permissions: { edit: boolean };
  }[];
  const seen = listed.find(({ permissions, type }) => !permissions.edit && type === 'vector');
  expect(seen).toBeDefined();
  await other.goto(`/vault/datasets/${encodeURIComponent(seen?.name ?? '')}?tab=derive`);
  await other.getByText(/not change it, so you can try things out here but make no version/).waitFor();
  expect(await other.getByRole('button', { name: /^Make version/ }).count()).toBe(0);
  await context.close();
});
