import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { asAdmin } from '../src/api.ts';
import { AUDIT_TIMEOUT_MS, auditPages } from '../src/audit-pages.ts';
import { launchBrowser } from '../src/browser.ts';
import { reportServerPages } from '../src/pages.ts';
import { addCascade } from '../src/reports.ts';
import { visitAs, WORK } from '../src/session.ts';

const report = `accessible-${process.pid}`;
let browser: Browser;

beforeAll(async () => {
  // The tests of the explorer audit its pages.
  browser = await launchBrowser({ webgl: false });
});
afterAll(() => browser?.close());

test(
  'axe finds nothing wrong with any page of the report server in light and dark, and all fit 360 pixels',
  async () => {
    const api = await asAdmin();
    await addCascade(api, report);
    await api.signOut();
    const { context, page } = await visitAs(browser, 'admin');
    const pages = (await reportServerPages(context.request, report)).filter(
      ({ name }) => !name.startsWith('explorer'),
    );
    expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(['report', 'library', 'runs']));
    const ran = `/report-server/library/${report}?country=Japan&place=Tokyo&size=35676000`;
    await page.goto(ran);
    await page.getByText('1 row ·').waitFor(WORK);
    expect(await auditPages(page, [{ name: 'report-run', path: ran }, ...pages])).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);
