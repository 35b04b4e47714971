import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { portalPages } from '../src/pages.ts';
import { signedInState, visit } from '../src/session.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';

let browser: Browser;
let storageState: Awaited<ReturnType<typeof signedInState>>;

beforeAll(async () => {
  browser = await launchBrowser();
  storageState = await signedInState(browser, 'admin');
});
afterAll(() => browser?.close());

test(
  'axe finds nothing wrong with any page of the portal in light and dark, and all fit 360 pixels',
  async () => {
    const { context } = await visit(browser, { storageState });
    expect(await auditPages(context, portalPages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);

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

test('the first press of Tab offers to skip to the content', async () => {
  const { page } = await visit(browser, { storageState });
  await page.goto('/catalog');
  await settled(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
});
