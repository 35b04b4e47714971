import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { dbadminPages } from '../src/pages.ts';
import { registerServer, type RegisteredServer } from '../src/server.ts';
import { visitAs } from '../src/session.ts';
import { auditPages, AUDIT_TIMEOUT_MS } from '../src/audit-pages.ts';

let browser: Browser;
let server: RegisteredServer;

beforeAll(async () => {
  browser = await launchBrowser();
  server = await registerServer(`Accessible ${process.pid}`);
  await server.server.query('postgres', 'CREATE DATABASE land');
  await server.server.query('land', 'CREATE EXTENSION postgis');
  await server.server.query(
    'land',
    `CREATE TABLE plots AS SELECT st_setsrid(st_point(8 + n, 50), 4326)::geometry(Point, 4326) AS geom FROM generate_series(1, 9) n`,
  );
  const api = await asAdmin();
  await api.send('POST', `/dbadmin/api/connections/${server.id}/databases`, {
    name: 'land',
    purpose: '',
  });
  await api.signOut();
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
});

test(
  'axe finds nothing wrong with any page of database administration in light and dark, and all fit 360 pixels',
  async () => {
    const { context, page } = await visitAs(browser, 'admin');
    // Servers of other tests end while they run.
    const pages = await dbadminPages(context.request, server.id);
    const names = pages.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['dbadmin-database-tables', 'dbadmin-user', 'dbadmin-psql']),
    );
    expect(await auditPages(page, pages)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);
