/// <reference lib="dom" />
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createGeopackage,
  openGeopackage,
  pointBlob,
  startTestMerginMaps,
  startTestServer,
} from '@cairn/testing';
import type { TestMerginMaps, TestMerginProject, TestServer } from '@cairn/testing';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { checkEachSecond, FIELD_ADMIN, fillForm, openTab, sendForm } from '../src/field-sync-forms.ts';
import { platformUnderTest } from '../src/platform-under-test.ts';
import { visitAs, WORK } from '../src/session.ts';

const name = `Lakes ${process.pid}`;
const folder = `lakes-${process.pid}`;
let browser: Browser;
let server: TestServer;
let mergin: TestMerginMaps;
let lakes: TestMerginProject;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  [browser, server, mergin] = await Promise.all([
    launchBrowser({ webgl: false }),
    startTestServer(),
    startTestMerginMaps(),
  ]);
  await server.query('postgres', 'CREATE DATABASE crew');
  await server.query('crew', 'CREATE EXTENSION postgis');
  lakes = mergin.createProject('lakes', {
    files: { 'lakes.gpkg': await makePackage(), 'photos/shore.jpg': Buffer.alloc(2_000, 7) },
  });
  ({ page, complaints } = await visitAs(browser, 'admin'));
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([mergin?.close(), server?.stop()]);
});

test('a server with its login, a target for the files and a project are added on the pages', async () => {
  await page.goto(`${FIELD_ADMIN}/servers.php?id=0`);
  // What answers at the address decides, whatever was chosen.
  await fillForm(page, { Name: name, Kind: 'cloud', Address: mergin.url });
  await fillForm(page, { Username: mergin.username, Password: mergin.password });
  await sendForm(page, 'Add server', 'servers.php');
  const row = page.locator(`tr[data-server][data-name="${name}"]`);
  expect(await row.locator('[data-label="Kind"]').innerText()).toBe('Mergin Maps');
  await page.goto(`${FIELD_ADMIN}/databases.php?id=0`);
  await fillForm(page, { Name: name, Host: '127.0.0.1', Port: String(server.port), Database: 'crew' });
  await fillForm(page, { Role: server.user, Password: server.password, 'SSL mode': 'disable' });
  await sendForm(page, 'Add database link', 'databases.php');
  await page.goto(`${FIELD_ADMIN}/rsyncs.php?id=0&type=local`);
  await fillForm(page, { Name: name, Folder: folder });
  await sendForm(page, 'Add target', 'rsyncs.php');
  await page.goto(`${FIELD_ADMIN}/project_settings.php?id=0`);
  const fault = mergin.fail({ path: /\/project\/paginated$/, status: 503, times: 20 });
  await fillForm(page, { Name: name, 'Provider server': { label: name } });
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.getByText('Try again in a moment.').waitFor();
  fault.remove();
  await retry.click();
  await page.getByText('1 project found.').waitFor();
  await fillForm(page, { 'Project on the server': await firstOffer('Project on the server') });
  await page.getByLabel('GeoPackage', { exact: true }).focus();
  await page.getByText('1 GeoPackage found.').waitFor();
  expect(await firstOffer('GeoPackage')).toBe('lakes.gpkg');
  await fillForm(page, { GeoPackage: 'lakes.gpkg', 'Database link': { label: name }, Schema: 'lakes' });
  await page.getByRole('group', { name: 'Copy the files to' }).getByLabel(name).check();
  await sendForm(page, 'Add project', 'projects.php');
  await page.getByRole('link', { name, exact: true }).click();
  await checkEachSecond(page, name);
});

test('the first load shows what is fetched while it is fetched, and then that all is in step', async () => {
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  const query = { file: 'lakes.gpkg' };
  mergin.fail({ path: /\/project\/raw\//, query, stallAt: 10_000, until: seen });
  await openTab(page, name, 'Synchronize');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('progressbar', { name: 'Progress of the run' }).waitFor(WORK);
  const service = page.locator('[data-live="service"]');
  await service.getByText(/ of [\d.]+ KiB fetched/).waitFor(WORK);
  goOn();
  await service.getByText('in step').waitFor(WORK);
  expect(await page.getByRole('progressbar').count()).toBe(0);
  expect(await server.query('crew', 'SELECT count(*)::int AS n FROM lakes.lakes')).toEqual([{ n: 40 }]);
});

test('a version of a surveyor is in the history with its author, and a row of the office in the conflicts', async () => {
  await server.query('crew', `UPDATE lakes.lakes SET name = 'office' WHERE fid = 7`);
  mergin.commitVersion(lakes, {
    author: 'will',
    edit: { 'lakes.gpkg': (db) => db.exec(`UPDATE lakes SET name = 'field' WHERE fid IN (7, 8)`) },
  });
  await page.locator('[data-live="runs"] tr[data-version="v2"][data-status="applied"]').waitFor(WORK);
  await openTab(page, name, 'History');
  const change = page.locator('tr[data-change][data-key="8"]');
  expect(await change.locator('[data-label="Changed by"]').innerText()).toBe('will');
  await openTab(page, name, 'Conflicts');
  const differing = page.locator('[data-conflict] tr[data-field][data-differs="1"]');
  expect(await differing.locator('td').allInnerTexts()).toEqual(['office', 'field']);
});

test('the row of the office is restored by a button that asks before', async () => {
  const questions: string[] = [];
  page.once('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  await page.getByRole('button', { name: 'Restore the edit' }).click();
  await page.locator('[data-conflict][data-resolution="restored"]').waitFor();
  expect(questions).toEqual([expect.stringContaining('Restore the edit in lakes 7?')]);
  expect(await server.query('crew', 'SELECT name FROM lakes.lakes WHERE fid = 7')).toEqual([
    { name: 'office' },
  ]);
});

test('a package that was kept is downloaded as it was', async () => {
  await openTab(page, name, 'Files');
  const link = page.locator('a[data-package][data-version="v1"]');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const db = openGeopackage(await download.path());
  expect({ ...db.prepare('SELECT name FROM lakes WHERE fid = 8').get() }).toEqual({ name: 'lake 8' });
  db.close();
});

test('the files of each version are copied to the target, and again on request', async () => {
  await page.goto(`${FIELD_ADMIN}/rsyncs.php`);
  await page.getByRole('link', { name, exact: true }).click();
  const copied = page.locator('tr[data-copy][data-status="succeeded"]');
  await copied.nth(1).waitFor(WORK);
  await page.getByRole('button', { name: 'Copy now' }).click();
  await copied.nth(2).waitFor(WORK);
  expect(await copied.first().locator('[data-label="Files"]').innerText()).toBe('0');
  const target = join(platformUnderTest().localTargets, folder);
  expect((await readdir(target)).filter((each) => !each.startsWith('.')).toSorted()).toEqual([
    'lakes.gpkg',
    'photos',
  ]);
});

test('a project is published on the web, and the page leads to it', async () => {
  await page.goto(`${FIELD_ADMIN}/projects.php`);
  await page.getByRole('link', { name, exact: true }).click();
  await openTab(page, name, 'Project');
  await page.getByRole('button', { name: 'Publish to the web' }).click();
  const link = page.locator('[data-publication]').getByRole('link');
  expect(await link.getAttribute('href')).toMatch(/^https:\/\/viewer\.example\/p\d+$/);
  expect(complaints).toEqual([]);
});

/** What a field offers first. */
function firstOffer(label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  return field.evaluate((input: HTMLInputElement) => input.list?.options[0]?.value ?? '');
}

async function makePackage(): Promise<Buffer> {
  const path = join(tmpdir(), `${folder}.gpkg`);
  const rows = Array.from({ length: 40 }, (_each, n) => ({
    ...{ fid: n + 1, name: `lake ${n + 1}`, geom: pointBlob([10 + n / 1000, 47]) },
  }));
  createGeopackage(path, [
    { name: 'lakes', columns: { name: 'TEXT', geom: 'POINT' }, geometry: { type: 'POINT' }, rows },
  ]);
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
}
