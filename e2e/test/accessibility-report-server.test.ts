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
  // The tests of the explorer audit its map.
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
    const [viewer, ...pages] = (await reportServerPages(context.request, report)).toSorted(
      (a, b) => Number(b.name === 'report') - Number(a.name === 'report'),
    );
    const ran = `${viewer!.path}?country=Japan&place=Tokyo&size=35676000`;
    await page.goto(ran);
    await page.getByText('1 row ·').waitFor(WORK);
    const all = [{ name: 'report-run', path: ran }, viewer!, ...pages];
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['report', 'library', 'runs']));
    expect(await auditPages(page, all)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);
