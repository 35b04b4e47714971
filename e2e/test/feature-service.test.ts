import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startKoop, startTestServer } from '@cairn/testing';
import type { KoopFeatureService, TestServer } from '@cairn/testing';
import type { Browser, Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from '../src/accessibility.ts';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { samples } from '../src/samples.ts';
import { visitAs, WORK } from '../src/session.ts';

const PASSWORD = 'of the loader alone';
const connection = `Layers ${process.pid}`;
const prefix = `svc${process.pid} `;
let browser: Browser;
let page: Page;
let koop: KoopFeatureService;
let server: TestServer;

beforeAll(async () => {
  const bytes = samples().find(({ kind }) => kind === 'GeoJSON')!.bytes;
  const places = JSON.parse(Buffer.from(bytes).toString()) as { type: 'FeatureCollection'; features: any[] };
  for (const [i, feature] of places.features.entries()) feature.properties.id = i + 1;
  const about = { idField: 'id', maxRecordCount: 100 };
  [browser, server, koop] = await Promise.all([
    launchBrowser({ webgl: false }),
    startTestServer(),
    startKoop([
      { ...places, metadata: { ...about, name: 'Cities' } },
      { ...places, features: places.features.slice(0, 20), metadata: { ...about, name: 'Largest cities' } },
    ]),
  ]);
  await server.query(
    'postgres',
    `CREATE EXTENSION postgis; CREATE ROLE loader LOGIN PASSWORD '${PASSWORD}'; CREATE SCHEMA layers AUTHORIZATION loader`,
  );
  const api = await asAdmin();
  await api.send('POST', '/vault/api/connections', {
    name: connection,
    ...{ host: '127.0.0.1', port: server.port, database_name: 'postgres' },
    ...{ username: 'loader', password: PASSWORD, sslmode: 'disable' },
  });
  await api.signOut();
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(async () => {
  await Promise.all([browser?.close(), server?.stop(), koop?.close()]);
});

test('layers of a feature service are listed, imported into a database and linked as datasets', async () => {
  await page.goto('/vault/upload?from=featuresvc');
  await page.getByRole('textbox', { name: 'Service URL' }).fill(`${koop.url}/x`);
  await page.getByRole('button', { name: 'List layers' }).click();
  await page.getByRole('alert').filter({ hasText: 'ends with FeatureServer' }).waitFor();
  await page.getByRole('textbox', { name: 'Service URL' }).fill(koop.url);
  await page.getByRole('textbox', { name: 'Service URL' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Largest cities' }).waitFor();
  await page.getByText('Points · 20 features').waitFor();
  expect(await page.getByRole('checkbox', { name: 'All layers (2)' }).isChecked()).toBe(true);

  await page.getByRole('combobox', { name: 'Database' }).click();
  await page.getByRole('option', { name: 'New database on This machine' }).waitFor();
  await page.getByRole('option', { name: `Connection ${connection}` }).click();
  await page.getByRole('textbox', { name: 'Schema' }).fill('layers');
  await page.getByRole('textbox', { name: 'Prefix' }).fill(prefix);
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await sidewaysOverflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('checkbox', { name: 'Cities', exact: true }).uncheck();
  await page.getByRole('button', { name: 'Import 1 layer' }).click();
  // The list has the imports of other files too.
  const row = page.locator('li[data-import-status=succeeded]').filter({ hasText: `${prefix}Largest cities` });
  await row.getByText('20 features in layers.').waitFor(WORK);
  await settled(page);
  expect(await axeProblems(page)).toEqual([]);
  await row.getByRole('link', { name: `${prefix}Largest cities` }).click();
  await page.getByRole('heading', { level: 1, name: `${prefix}Largest cities` }).waitFor();
});
