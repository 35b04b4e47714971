import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { allPages } from '../src/pages.ts';
import { signedInState, visit } from '../src/session.ts';

let browser: Browser;
const desks: Record<'light' | 'dark', Page> = {} as never;
let pages: { name: string; path: string }[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  const storageState = await signedInState(browser, 'admin');
  for (const colorScheme of ['light', 'dark'] as const) {
    desks[colorScheme] = (await visit(browser, { storageState, colorScheme })).page;
  }
  pages = await allPages(desks.light.request);
  expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(['vault-vector', 'vault-raster']));
});
afterAll(() => browser?.close());

for (const scheme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong with any page of portal and vault in the ${scheme} theme`, async () => {
    const problems: Record<string, string[]> = {};
    for (const { name, path } of pages) {
      await desks[scheme].goto(path);
      await settled(desks[scheme]);
      const found = await axeProblems(desks[scheme]);
      if (found.length > 0) problems[name] = found;
    }
    expect(problems).toEqual({});
  }, 150_000);
}

test('axe finds nothing wrong with the sign-in page, with and without an error', async () => {
  const { page } = await visit(browser);
  await page.goto('/login');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByLabel('Username').fill('nobody');
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await sidewaysOverflow(page)).toBe(0);
});

test('no page has to be scrolled sideways in a window of 360 pixels', async () => {
  const page = desks.light;
  await page.setViewportSize({ width: 360, height: 740 });
  const wide: Record<string, number> = {};
  for (const { name, path } of pages) {
    await page.goto(path);
    await settled(page);
    const overflow = await sidewaysOverflow(page);
    if (overflow > 0) wide[name] = overflow;
  }
  expect(wide).toEqual({});
}, 120_000);

test('the first press of Tab offers to skip to the content', async () => {
  const { page } = await visit(browser, { storageState: await signedInState(browser, 'admin') });
  await page.goto('/catalog');
  await settled(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
});
