import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer } from '@cairn/testing';
import type { TestServer } from '@cairn/testing';
import type { Browser, Page } from 'playwright-core';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';
import { launchBrowser } from '../src/browser.ts';
import { visitAs } from '../src/session.ts';

const PASSWORD = 'of the mapper alone';
const connection = `Wells office ${process.pid}`;

let browser: Browser;
let page: Page;
let server: TestServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
  page = (await visitAs(browser, 'admin')).page;
  await server.query(
    'postgres',
    `CREATE EXTENSION postgis; CREATE ROLE mapper LOGIN PASSWORD '${PASSWORD}';
     CREATE TABLE wells (id serial PRIMARY KEY, name text, depth numeric, geom geometry(Point, 4326));
     INSERT INTO wells (name, depth, geom)
       SELECT 'Well ' || n, n * 1.5, ST_SetSRID(ST_Point(5 + n % 10, 45 + n / 10), 4326) FROM generate_series(1, 80) n;
     CREATE VIEW deep_wells AS SELECT id, name, geom FROM wells WHERE depth > 60;
     GRANT SELECT, INSERT, UPDATE, DELETE ON wells, deep_wells TO mapper`,
  );
});
afterAll(async () => {
  await Promise.all([browser?.close(), server?.stop()]);
});

test('an administrator adds a connection that works, looks at a table and registers it as a dataset', async () => {
  const dataset = `wells-${process.pid}`;
  await page.goto('/vault/connections');
  await page.getByRole('button', { name: 'Add connection' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name' }).fill(connection);
  await form.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await form.getByRole('textbox', { name: 'Port' }).fill(String(server.port));
  await form.getByRole('textbox', { name: 'Database' }).fill('postgres');
  await form.getByRole('textbox', { name: 'User' }).fill('mapper');
  await form.getByRole('textbox', { name: 'Password' }).fill('guessed');
  await form.getByRole('combobox', { name: 'SSL mode' }).click();
  await page.getByRole('option', { name: 'disable' }).click();
  await form.getByRole('button', { name: 'Test and add' }).click();
  await form.getByText('Not saved. The database server refuses the password of "mapper"').waitFor();
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await form.getByRole('button', { name: 'Test and add' }).click();
  await page.getByRole('link', { name: connection }).click();

  await page.getByRole('link', { name: 'deep_wells' }).waitFor();
  await page.getByRole('link', { name: 'wells', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'wells' }).waitFor();
  await page.getByText('80 features').waitFor();
  await page.getByRole('gridcell', { name: 'Well 50', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Register as dataset' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('textbox', { name: 'Dataset name' }).fill(dataset);
  await panel.getByRole('button', { name: 'Register as dataset' }).click();
  await page.waitForURL(`**/vault/datasets/${dataset}`);
  await page.getByRole('heading', { level: 1, name: dataset }).waitFor();

  await page.goto('/vault/connections');
  await page.getByRole('button', { name: `Actions for ${connection}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByText('1 dataset reads its rows through this connection.').waitFor();
  expect(await page.getByRole('button', { name: 'Delete connection' }).isDisabled()).toBe(true);
});

test(
  'axe finds nothing wrong with the pages of a connection and its tables, and all fit 360 pixels',
  async () => {
    const listed = await page.request.get('/vault/api/connections');
    const connections = (await listed.json()) as { id: number; name: string }[];
    // Other tests add connections of their own, whose servers end with them.
    const id = connections.find(({ name }) => name === connection)?.id;
    await page.goto('/vault/connections');
    const pages = [
      { name: 'connections', path: '/vault/connections' },
      { name: 'connection', path: `/vault/connections/${id}` },
      { name: 'table', path: `/vault/connections/${id}/table/wells?schema=public&column=geom` },
      {
        name: 'register',
        path: `/vault/connections/${id}/table/wells?schema=public&column=geom&panel=register`,
      },
      { name: 'edit', path: `/vault/connections?panel=${id}` },
    ];
    expect(await auditPages(page, pages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);

test('a user without admin on the service gets no page of connections', async () => {
  const { page: other } = await visitAs(browser, 'user');
  const response = await other.goto('/vault/connections');
  expect(response?.status()).toBe(403);
});
