import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { uploadDataset } from '../src/datasets.ts';
import { vaultPages } from '../src/pages.ts';
import { visitAs } from '../src/session.ts';
import { stations } from '../src/stations.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

test(
  'axe finds nothing wrong with any page of the vault in light and dark, and all fit 360 pixels',
  async () => {
    const { context, page } = await visitAs(browser, 'admin');
    // A few rows show what hundreds do, and axe looks at every cell.
    const dataset = `accessible-${process.pid}`;
    await uploadDataset(page, { dataset, fileName: 'stations.gpkg', bytes: stations(12) });
    // The tests of versions and of GIS projects audit theirs.
    const pages = (await vaultPages(context.request, dataset)).filter(
      ({ name }) => !['vault-versions', 'vault-gis-project'].includes(name),
    );
    expect(pages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['vault-vector', 'vault-raster', 'vault-gis-projects']),
    );
    expect(await auditPages(page, pages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);
