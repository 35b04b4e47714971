import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer, until, type TestServer } from '@cairn/testing';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { settled } from '../src/accessibility.ts';
import { boreholes, geoPackageOf } from '../src/boreholes.ts';
import { launchBrowser } from '../src/browser.ts';
import { holdReads } from '../src/hold-reads.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';

let browser: Browser;
let page: Page;
let server: TestServer;
const name = `Survey server ${process.pid}`;
const database = `survey_${process.pid}`;
const restored = `${database}_restored`;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), startTestServer()]);
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

const row = (words: string) => page.getByRole('row').filter({ hasText: words });

/** Opens a tab of the database's page. */
async function open(tab: string): Promise<void> {
  await goTo(page, '/dbadmin/databases');
  await page.getByRole('link', { name: database, exact: true }).click();
  await page.getByRole('tab', { name: tab }).click();
  await settled(page);
}

test('a server is not registered with a wrong password unless the user saves it anyway; the right password is accepted later', async () => {
  await goTo(page, '/dbadmin/connections?panel=new');
  const panel = page.getByRole('dialog', { name: 'Register server' });
  await panel.getByRole('textbox', { name: 'Name' }).fill(name);
  await panel.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
  await panel.getByRole('textbox', { name: 'Port' }).fill(String(server.port));
  await panel.getByRole('textbox', { name: 'Admin role' }).fill(server.user);
  await panel.locator('input[type="password"]').fill('not-this-one');
  await panel.getByRole('button', { name: 'Test and register' }).click();
  await panel.getByText('Not saved. The database server refuses the password').waitFor();
  expect(await row(name).count()).toBe(0);
  await panel.getByRole('button', { name: 'Save anyway' }).click();
  const details = page.getByRole('dialog', { name, exact: true });
  await details.getByText('Connection failed').waitFor();
  await details.locator('input[type="password"]').fill('not-this-one-either');
  await details.getByRole('button', { name: 'Save', exact: true }).click();
  await details.getByText('Not saved. The database server refuses the password').waitFor();
  await details.locator('input[type="password"]').fill(server.password);
  await details.getByRole('button', { name: 'Save', exact: true }).click();
  await details.getByText(/Connected to PostgreSQL \S+ in \d+ ms/).waitFor();
  await details.getByText('The role is a superuser').waitFor();
  await details.getByRole('button', { name: 'Check' }).click();
  await details.getByText(/The server provides version 3/).waitFor();
});

test('a spatial database is created by a job and is listed with its size', async () => {
  await goTo(page, '/dbadmin/databases?panel=create');
  const panel = page.getByRole('dialog', { name: 'Create database' });
  await panel.getByRole('combobox', { name: 'Server' }).click();
  await page.getByRole('option', { name }).click();
  await panel.getByRole('button', { name: 'Create database' }).click();
  await panel.getByText('Enter a name.').waitFor();
  await panel.getByRole('textbox', { name: 'Name' }).fill(database);
  await panel.getByRole('textbox', { name: 'Purpose' }).fill('Boreholes of the survey');
  await panel.getByRole('button', { name: 'Create database' }).click();
  await row(database).getByText('Ready').waitFor(WORK);
  await row(database).getByText('PostGIS', { exact: true }).waitFor();
  await row(database).getByText('MiB').waitFor();
});

test('a file is imported into a new table, and its extent is drawn on the map', async () => {
  await open('Import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'boreholes.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(boreholes())),
  });
  await page.getByRole('textbox', { name: 'Table' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Table' }).inputValue()).toBe('boreholes');
  await page.getByText('3 features').waitFor();
  // The page shows its job even if it ends before the page reads the database again.
  const release = await holdReads(page, /\/dbadmin\/api\/databases\/\d+$/);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: '3 rows into public.boreholes' });
  await notice.getByRole('link', { name: 'Open' }).waitFor(WORK);
  release();
  const done = page.getByRole('region', { name: 'Latest job' });
  await done.getByText('Done', { exact: true }).waitFor(WORK);
  await done.getByRole('button', { name: 'Dismiss' }).click();
  await open('Tables');
  await row('boreholes').getByText('POINT', { exact: true }).waitFor();
  await page.locator('[data-map-state="idle"]').waitFor();
  await page.getByRole('button', { name: 'public.boreholes' }).click();
  await page.waitForURL(/table=public\.boreholes/);
  expect(await server.query(database, 'SELECT count(*)::int AS n FROM boreholes')).toEqual([{ n: 3 }]);
});

test('the rows of another file are appended to that table', async () => {
  // The notice of the first import must not be taken for that of this one.
  await page.goto('/dbadmin/databases');
  await open('Import');
  await page.locator('input[type=file]').setInputFiles({
    name: 'more.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(boreholes())),
  });
  await page.getByText('Append to existing').click();
  await page.getByRole('combobox', { name: 'Table' }).click();
  await page.getByRole('option', { name: 'boreholes' }).click();
  // A table that was chosen in another schema is cleared.
  const table = page.getByRole('combobox', { name: 'Table' });
  for (const schema of ['other', 'public']) await page.getByRole('combobox', { name: 'Schema' }).fill(schema);
  expect(await table.inputValue()).toBe('');
  await table.click();
  await page.getByRole('option', { name: 'boreholes' }).click();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: '3 rows into public.boreholes' }).waitFor(WORK);
  expect(await server.query(database, 'SELECT count(*)::int AS n FROM boreholes')).toEqual([{ n: 6 }]);
  await server.query(database, 'DELETE FROM boreholes WHERE fid > 3');
});

test('a table is published as a dataset, a file is loaded into the database by the vault, and its dataset is imported', async () => {
  const [published, uploaded] = [`${database} boreholes`, `${database} springs`];
  await open('Tables');
  await page.getByRole('button', { name: 'Actions for boreholes' }).click();
  await page.getByRole('menuitem', { name: 'Publish as dataset' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(published);
  await page.getByRole('button', { name: 'Publish as dataset' }).click();
  await page.getByRole('heading', { level: 1, name: published }).waitFor();

  await goTo(page, '/vault/upload');
  await page.getByRole('switch', { name: 'Also load into PostGIS' }).check();
  await page.getByRole('combobox', { name: 'Database' }).click();
  await page.getByRole('option', { name: `${database} on ${name}` }).click();
  await page.getByRole('textbox', { name: 'Table' }).fill('springs');
  await page.getByLabel('Connecting…').waitFor({ state: 'detached' });
  await page.getByRole('textbox', { name: 'Name' }).fill(uploaded);
  await page.locator('input[type=file]').setInputFiles({
    name: 'springs.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(boreholes())),
  });
  await page.getByText('Loaded into PostGIS').waitFor(WORK);
  expect(await server.query(database, 'SELECT count(*)::int AS n FROM springs')).toEqual([{ n: 3 }]);

  await open('Import');
  // The list shows a part of the datasets until something is typed.
  await page.getByRole('combobox', { name: 'Or choose a dataset' }).fill(uploaded);
  await page.getByRole('option', { name: uploaded }).click();
  await page.getByRole('button', { name: 'Use dataset' }).click();
  await page.getByRole('textbox', { name: 'Table' }).fill('springs again');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: '3 rows into public.springs again' }).waitFor(WORK);

  // Other tests must not find a dataset whose server is gone.
  for (const dataset of [published, uploaded]) await deleteDataset(dataset);
  await server.query(database, 'DROP TABLE springs, "springs again"');
});

test('several layers of a file are imported at once, and another without uploading the file again', async () => {
  await open('Import');
  let uploads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/import/upload')) uploads += 1;
  });
  await page.locator('input[type=file]').setInputFiles({
    name: 'field work.gpkg',
    mimeType: 'application/geopackage+sqlite3',
    buffer: await geoPackageOf(['wells', 'springs', 'weirs']),
  });
  await page.getByRole('checkbox', { name: 'springs' }).check();
  expect(await page.getByRole('textbox', { name: 'Table for weirs' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Table for springs' }).fill('springs of 2026');
  await page.getByRole('button', { name: 'Import 2 layers' }).click();
  await page.getByRole('alert').filter({ hasText: '3 rows into public.wells' }).waitFor(WORK);
  await page.getByRole('alert').filter({ hasText: '3 rows into public.springs of 2026' }).waitFor(WORK);

  await page.getByRole('checkbox', { name: 'weirs' }).check();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const notice = page.getByRole('alert').filter({ hasText: '3 rows into public.weirs' });
  await notice.getByRole('link', { name: 'Open' }).click(WORK);
  await page.waitForURL(/tab=tables&table=public\.weirs/);
  expect(uploads).toBe(1);
  await server.query(database, 'DROP TABLE wells, "springs of 2026", weirs');
});

test('a backup is announced in one window and listed in all, and restores all rows after a table was dropped', async () => {
  await open('Backups');
  const other = await page.context().newPage();
  // A window does not announce jobs that ended before its first request.
  const asked = other.waitForResponse(/\/dbadmin\/api\/jobs/);
  await goTo(other, '/vault/');
  await asked;
  await page.bringToFront();
  await page.getByRole('button', { name: 'Back up now' }).first().click();
  const notice = page.getByRole('alert').filter({ hasText: `Backed up ${database}` });
  await notice.getByRole('link', { name: 'Open' }).waitFor(WORK);
  await page.getByRole('button', { name: /^Jobs/ }).click();
  await page.getByRole('link', { name: `Backed up ${database}` }).waitFor();
  await page.keyboard.press('Escape');
  await row('.dump').getByText('just now').first().waitFor(WORK);

  await other.bringToFront();
  const askedAgain = other.waitForResponse(/\/dbadmin\/api\/jobs/);
  await other.reload();
  await askedAgain;
  await other.getByRole('button', { name: /^Jobs/ }).click();
  await other.getByRole('link', { name: `Backed up ${database}` }).waitFor();
  // Jobs of other tests, of the same user, are announced and listed here as well.
  expect(await other.getByRole('alert').filter({ hasText: database }).count()).toBe(0);
  await other.getByRole('button', { name: 'Clear all' }).click();
  await other.getByRole('link', { name: `Backed up ${database}` }).waitFor({ state: 'detached' });
  await other.close();
  await server.query(database, 'DROP TABLE boreholes');
  await row('.dump')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Restore…' }).click();
  const panel = page.getByRole('dialog', { name: 'Restore backup' });
  await panel.getByRole('textbox', { name: 'Name of the new database' }).fill(restored);
  await panel.getByRole('button', { name: 'Restore to new database' }).click();
  await panel.waitFor({ state: 'detached' });
  await goTo(page, '/dbadmin/databases');
  await row(restored).getByText('Ready').waitFor(WORK);
  await page
    .getByRole('alert')
    .filter({ hasText: `Restored ${database} to ${restored}` })
    .waitFor(WORK);
  expect(await server.query(restored, 'SELECT count(*)::int AS n FROM boreholes')).toEqual([{ n: 3 }]);
});

test('a database is deleted only after its name is typed', async () => {
  await goTo(page, '/dbadmin/databases');
  await page.getByRole('button', { name: `Actions for ${restored}` }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: `Delete ${restored}?` });
  await dialog.getByText('It has never been backed up').waitFor();
  const button = dialog.getByRole('button', { name: 'Delete database' });
  expect(await button.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(restored);
  await button.click();
  await row(restored).waitFor({ state: 'detached', ...WORK });
  expect(await server.query('postgres', 'SELECT 1 FROM pg_database WHERE datname = $1', [restored])).toEqual(
    [],
  );
});

test('the jobs page is filtered by the type and state in the address', async () => {
  await page.goto('/dbadmin/jobs?kind=database.backup&status=succeeded&mine=true');
  const jobs = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
  await jobs.filter({ hasText: database }).first().waitFor();
  expect(await jobs.filter({ hasNotText: 'Backup' }).count()).toBe(0);
});

test.each([
  ['databases', 'Create database'],
  ['connections', 'Register server'],
])('the panel of %s returns the focus to the button that opened it', async (list, name) => {
  await goTo(page, `/dbadmin/${list}`);
  const button = page.getByRole('button', { name }).first();
  await button.press('Enter');
  const panel = page.getByRole('dialog', { name });
  await panel.locator(':focus').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await button.and(page.locator(':focus')).waitFor();
});

test('a running job is stopped from the jobs page after confirmation, and leaves nothing behind', async () => {
  const before = await backups();
  const holder = new pg.Client({ connectionString: server.url(database) });
  await holder.connect();
  try {
    // A locked table keeps the backup waiting.
    await holder.query('BEGIN; CREATE TABLE held (); COMMIT; BEGIN; LOCK TABLE held');
    await open('Backups');
    const queued = page.waitForResponse((answer) => answer.url().endsWith('/backup') && answer.ok());
    await page.getByRole('button', { name: 'Back up now' }).first().click();
    await queued;
    await goTo(page, '/dbadmin/jobs');
    const jobs = page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
    const newest = jobs.filter({ hasText: database }).first();
    await newest.getByText('Running').waitFor(WORK);
    await newest.getByRole('button', { name: /^Stop: / }).click();
    const dialog = page.getByRole('dialog', { name: 'Stop this job?' });
    await dialog.getByText(/Anything it has created so far is removed/).waitFor();
    await dialog.getByRole('button', { name: 'Stop job' }).click();
    await newest.getByText('Cancelled', { exact: true }).waitFor();
    await newest.getByRole('link', { name: 'Retry' }).waitFor();
  } finally {
    await holder.end();
  }
  expect(await backups()).toEqual(before);
  // A session ends when the server notices that its client has gone.
  const dumps = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'pg_dump'`;
  await until('pg_dump is disconnected', async () => (await server.query('postgres', dumps)).length === 0);
});

async function deleteDataset(dataset: string): Promise<void> {
  const statuses = await page.evaluate(
    async (path) => {
      const archived = await fetch(`${path}/archive`, { method: 'POST' });
      const deleted = await fetch(`${path}?confirm=true`, { method: 'DELETE' });
      return [archived.status, deleted.status];
    },
    `/vault/datasets/${encodeURIComponent(dataset)}`,
  );
  expect(statuses).toEqual([200, 200]);
}

/** The files on the backups tab. */
async function backups(): Promise<string[]> {
  await open('Backups');
  await page
    .getByText(/\.dump$/)
    .first()
    .waitFor();
  return page.getByText(/\.dump$/).allInnerTexts();
}
