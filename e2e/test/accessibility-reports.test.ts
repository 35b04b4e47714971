import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { AUDIT_TIMEOUT_MS, auditPages } from '../src/audit-pages.ts';
import { launchBrowser } from '../src/browser.ts';
import { reportPages } from '../src/pages.ts';
import { visitAs, WORK } from '../src/session.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
});
afterAll(() => browser?.close());

test(
  'axe finds nothing wrong with any page of reports in light and dark, and all fit 360 pixels',
  async () => {
    const { page } = await visitAs(browser, 'admin');
    const pages = reportPages();
    const ran = pages.find(({ name }) => name === 'report-runner-done')!;
    await page.goto(ran.path);
    await page.getByText(/^Ran in /).waitFor(WORK);
    expect(await auditPages(page, [ran, ...pages.filter((each) => each !== ran)])).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);
