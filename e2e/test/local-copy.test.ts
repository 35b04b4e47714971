import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { axeProblems } from '../src/accessibility.ts';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { openFileServer, type FileServer } from '../src/file-server.ts';
import { samples, type Sample } from '../src/samples.ts';
import { visitAs, WORK } from '../src/session.ts';

let browser: Browser;
let page: Page;
let files: FileServer;

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  files = await openFileServer();
  page = (await visitAs(browser, 'admin')).page;
});

afterAll(async () => {
  await files?.close();
  await browser?.close();
});

/** The sample GeoPackage with so many bytes more that it is not copied by itself. */
function largeGeopackage(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-e2e-copy-'));
  try {
    const path = join(folder, 'large.gpkg');
    writeFileSync(path, (samples().find(({ kind }) => kind === 'GeoPackage') as Sample).bytes);
    const db = new DatabaseSync(path, { enableForeignKeyConstraints: false });
    db.exec('CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (randomblob(20000000))');
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a file in an object store gets a local copy on request, with progress and cancel, and then has a table and is published', async () => {
  const name = `large-${process.pid}`;
  const path = `/maps/${name}.gpkg`;
  const body = largeGeopackage();
  files.put(path, { body });
  const api = await asAdmin();
  const object = { bucket: 'maps', key: `${name}.gpkg`, endpoint: files.url, mode: 'remote' };
  await api.send('POST', '/vault/import-s3', object);
  await api.signOut();
  await page.goto(`/vault/datasets/${name}`);
  await page.getByText('is in an object store. Map tiles, the table and processing need').waitFor();
  await page.getByText('No table yet').waitFor();
  expect(await axeProblems(page)).toEqual([]);
  // Ranges of the whole object stop here, others are small.
  files.put(path, { body, holdAt: 5_000_000 });
  await page.getByRole('button', { name: 'Make a local copy' }).click();
  await page.getByRole('progressbar', { name: 'Progress of the local copy' }).waitFor();
  await page.getByText(/Making a local copy: .* of /).waitFor(WORK);
  await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Make a local copy' }).waitFor(WORK);
  files.release(path);
  await page.getByRole('button', { name: 'Publish' }).click();
  const panel = page.getByRole('dialog', { name: 'Published layers' });
  await panel.getByText('Make a local copy to publish it.').waitFor();
  await panel.getByRole('button', { name: 'Make a local copy' }).click();
  await panel.getByRole('button', { name: 'Publish' }).click(WORK);
  await panel.getByRole('textbox', { name: 'Address (TileJSON)' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('gridcell').or(page.getByRole('cell')).first().waitFor(WORK);
  await page.getByText('Making a local copy').waitFor({ state: 'detached' });
});
