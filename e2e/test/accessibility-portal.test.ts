import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { portalPages } from '../src/pages.ts';
import { visit, visitAs } from '../src/session.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(() => browser?.close());

test(
  'axe finds nothing wrong with any page of the portal in light and dark, and all fit 360 pixels',
  async () => {
    expect(await auditPages(page, portalPages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);

test('axe finds nothing wrong with the sign-in page, with and without an error', async () => {
  const { page: signedOut } = await visit(browser);
  await signedOut.goto('/login');
  expect(await axeProblems(signedOut)).toEqual([]);
  await signedOut.getByLabel('Username').fill('nobody');
  await signedOut.getByLabel('Password').fill('wrong');
  await signedOut.getByRole('button', { name: 'Sign in' }).click();
  await signedOut.getByRole('alert').waitFor();
  expect(await axeProblems(signedOut)).toEqual([]);
  await signedOut.setViewportSize({ width: 360, height: 700 });
  expect(await sidewaysOverflow(signedOut)).toBe(0);
});

test('the first press of Tab offers to skip to the content', async () => {
  await page.goto('/catalog');
  await settled(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
});
