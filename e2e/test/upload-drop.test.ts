import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { addReader, asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { dragFiles } from '../src/drag-file.ts';
import { samples, type Sample } from '../src/samples.ts';
import { visitAs } from '../src/session.ts';

let browser: Browser;
let page: Page;
const places = samples().find(({ kind }) => kind === 'GeoJSON') as Sample;

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(() => browser?.close());

/** Drags one file over the page, waits for the sentence of the page, and drops it. */
async function drop(over: Page, file: { name: string; bytes: Buffer | string }, sentence: string) {
  const dragged = await dragFiles(over, [file]);
  const notice = over.getByRole('status').filter({ hasText: sentence });
  await notice.waitFor();
  await dragged.drop();
  await notice.waitFor({ state: 'detached' });
  return dragged;
}

test('a file dropped anywhere on Home, the list and the upload page is uploaded', async () => {
  const offers = { '/': 'Upload data', '/vault/': 'Upload data', '/vault/upload?folder=': null };
  for (const [index, [address, offer]] of Object.entries(offers).entries()) {
    const name = `dropped-${process.pid}-${index}`;
    await page.goto(address);
    // The page offers to upload once it knows the rights of the person.
    if (offer) await page.getByRole('link', { name: offer, exact: true }).waitFor();
    else await page.getByText('Drop files here or click to choose').waitFor();
    const dragged = await drop(page, { name: `${name}.geojson`, bytes: places.bytes }, 'Drop to upload');
    // A single file leads on to its dataset; after several, each has a row.
    const row = page.locator('[data-upload-status="done"]').filter({ hasText: `${name}.geojson` });
    await row
      .or(page.getByRole('heading', { name, level: 1 }))
      .first()
      .waitFor();
    dragged.forget();
  }
});

test('a file dropped on a dataset page becomes a new version or a new dataset, as the user chooses', async () => {
  const name = `dropped-${process.pid}-0`;
  const bytes = places.bytes.toString('utf8').replace('Paris', 'Lutetia');
  const visitPage = async () => {
    await page.goto(`/vault/datasets/${name}?show=table`);
    await page.getByRole('link', { name: 'Upload new version' }).waitFor();
  };
  await visitPage();
  const version = await drop(page, { name: 'other.geojson', bytes }, 'Drop to upload');
  const question = page.getByRole('dialog', { name: 'Upload other.geojson' });
  await question.getByRole('button', { name: `New version of ${name}` }).click();
  await page.waitForURL(`**/vault/datasets/${name}*`);
  await page.getByText('Version 2').first().waitFor();
  version.forget();

  await visitPage();
  const files = ['a', 'b'].map((each) => ({ name: `${name}-${each}.geojson`, bytes }));
  const several = await dragFiles(page, files);
  await page.getByRole('status').filter({ hasText: 'Drop to upload' }).waitFor();
  await several.drop();
  const ofTwo = page.getByRole('dialog', { name: 'Upload 2 files' });
  expect(await ofTwo.getByRole('button', { name: 'New version of' }).isDisabled()).toBe(true);
  await ofTwo.getByRole('button', { name: 'New datasets' }).click();
  await page.waitForURL('**/vault/upload');
  await page.locator('[data-upload-status="done"]').nth(1).waitFor();
  several.forget();
  const { versions } = (await (await page.request.get(`/vault/datasets/${name}/versions`)).json()) as {
    versions: unknown[];
  };
  expect(versions).toHaveLength(2);
});

test('a file is dropped although the page below it changes at that moment', async () => {
  await page.goto('/vault/');
  await page.getByRole('link', { name: 'Upload data', exact: true }).waitFor();
  const name = `dropped-${process.pid}-late`;
  const dragged = await dragFiles(page, [{ name: `${name}.geojson`, bytes: places.bytes }]);
  await page.getByRole('status').filter({ hasText: 'Drop to upload' }).waitFor();
  // As when the rows arrive between the last dragover and the drop.
  await page.evaluate(() => {
    const replace = () => {
      for (const each of document.querySelectorAll('#content *')) each.replaceWith(each.cloneNode(true));
    };
    window.addEventListener('dragover', replace, { once: true });
    window.addEventListener('dragenter', replace, { once: true });
  });
  await dragged.drop();
  // The page of uploads leads on to the dataset, at once where the upload is quick.
  await page.waitForURL(/\/vault\/(upload|datasets\/)/);
  dragged.forget();
});

test('the overlay goes with the next movement of the mouse when the browser lost the end of a drag', async () => {
  await page.goto('/vault/');
  await page.getByRole('link', { name: 'Upload data', exact: true }).waitFor();
  const dragged = await dragFiles(page, [{ name: 'x.geojson', bytes: '{}' }]);
  const notice = page.getByRole('status').filter({ hasText: 'Drop to upload' });
  await notice.waitFor();
  await page.evaluate(() => window.dispatchEvent(new MouseEvent('mousemove')));
  await notice.waitFor({ state: 'detached' });
  dragged.forget();
});

test('a file dropped on any other page, or behind a dialog, leaves the page as it is', async () => {
  const addresses = [
    '/catalog',
    '/account',
    '/dbadmin/',
    '/vault/datasets/none-such',
    '/vault/?panel=folder:new',
  ];
  const opened: Page[] = [];
  page.context().on('page', (window) => opened.push(window));
  for (const address of addresses) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (address.includes('panel')) await page.getByRole('dialog').waitFor();
    const before = page.url();
    const dragged = await dragFiles(page, [{ name: 'x.geojson', bytes: '{}' }]);
    await dragged.drop();
    // The page answers this after a navigation that the drop began.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(page.url()).toBe(before);
    dragged.forget();
  }
  // A window that a drop opens has come by the time that another page is there.
  await page.goto('/catalog');
  expect(opened).toEqual([]);
});

test('viewers see why they cannot upload while they drag a file', async () => {
  const api = await asAdmin();
  const { page: other, context } = await visitAs(browser, await addReader(api));
  await api.signOut();
  for (const address of ['/', '/vault/']) {
    await other.goto(address);
    await other.getByRole('heading', { level: 1 }).waitFor();
    await other.getByRole('link', { name: 'Datasets' }).first().waitFor();
    expect(await other.getByRole('link', { name: 'Upload data' }).count()).toBe(0);
    const reason = 'You can view data but not upload it.';
    const dragged = await drop(other, { name: 'x.geojson', bytes: places.bytes }, reason);
    expect(new URL(other.url()).pathname).toBe(address);
    dragged.forget();
  }
  await context.close();
});
