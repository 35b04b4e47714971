import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { vaultPages } from '../src/pages.ts';
import { signedInState, visit } from '../src/session.ts';
import { sweep, SWEEP_MS } from '../src/sweep.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test(
  'axe finds nothing wrong with any page of the vault in light and dark, and all fit 360 pixels',
  async () => {
    const { page } = await visit(browser, { storageState: await signedInState(browser, 'admin') });
    const pages = await vaultPages(page.request);
    expect(pages.map(({ name }) => name)).toEqual(expect.arrayContaining(['vault-vector', 'vault-raster']));
    expect(await sweep(page, pages)).toEqual([]);
  },
  SWEEP_MS,
);
