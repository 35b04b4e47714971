import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Frame, Page, Request } from 'playwright-core';
import { until } from '@cairn/testing';
import { axeProblems, settled } from '../src/accessibility.ts';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import {
  changeParameters,
  embed,
  exportEmbedded,
  lastSaid,
  offerPorts,
  openHostSite,
  refreshEmbedded,
  refreshedTokens,
} from '../src/host-page.ts';
import type { HostSite } from '../src/host-page.ts';
import { addEmbeddedReport, addMapReport } from '../src/embedded-report.ts';
import { visit } from '../src/session.ts';

const CITIES = { datasource: 'sample', schema: 'public', table: 'populated_places' };
const report = `embedded-${process.pid}`;
let api: Awaited<ReturnType<typeof asAdmin>>;
let browser: Browser;
let site: HostSite;
let page: Page;

beforeAll(async () => {
  api = await asAdmin();
  [browser, site] = await Promise.all([launchBrowser({ webgl: false }), openHostSite()]);
  await addEmbeddedReport(api, report);
  ({ page } = await visit(browser));
  await page.goto(site.origin);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await api?.signOut();
});

interface Minted {
  token: string;
  token_id: number;
  url: string;
}

const mint = (more: object = {}): Promise<Minted> =>
  api.send('POST', '/report-server/api/v1/embed/token', {
    ...{ type: 'report', id: report, parameters: { country: ['Japan'] }, origins: [site.origin] },
    ...more,
  });
const options = (token: string) => ({ type: 'report', id: report, token });

test('a site of another origin shows a report with the value that its token binds', async () => {
  const { token } = await mint({ actions: ['export'] });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await embed(page, options(token));
  await until('the report is shown', async () => (await lastSaid(page, 'loaded')) !== undefined);
  await content().getByText('Tokyo').waitFor();
  expect(await content().getByText('India').count()).toBe(0);
  expect(await lastSaid(page, 'ready')).toEqual({ title: report, bound: ['country'] });
  expect(frame().url()).not.toContain('et=');
  expect(await frame().title()).toBe(report);
  expect(await frame().evaluate(() => document.referrer)).not.toContain('emb_');
  // Its own address had the token; nothing that the page loaded after that names it.
  expect(requests.filter((request) => request.url().includes(token))).toHaveLength(1);
  const sent = await Promise.all(requests.map((request) => request.allHeaders()));
  expect(sent.filter(({ referer = '' }) => referer.includes(token))).toEqual([]);
});

test('the frame grows and shrinks with its content, and a bound parameter stays', async () => {
  await until('the frame is as high as its content', hasHeightOfContent);
  const first = await heightOf();
  await changeParameters(page, { least: 0, country: ['India'] });
  expect((await lastSaid(page, 'parametersChange')).ignored).toEqual(['country']);
  await until('the frame grows', async () => (await heightOf()) > first);
  const high = await heightOf();
  expect(await content().getByText('India').count()).toBe(0);
  await changeParameters(page, { least: 30_000_000 });
  await until('the frame shrinks', async () => (await heightOf()) < high && (await heightOf()) <= first);
});

test('the reader changes a parameter in the frame', async () => {
  const inner = page.frameLocator('#here iframe');
  await inner.getByRole('button', { name: 'Parameters' }).click();
  await inner.getByRole('spinbutton', { name: 'Least population' }).fill('0');
  await inner.getByRole('button', { name: 'Run report' }).click();
  await until(
    'the host page is notified',
    async () => (await lastSaid(page, 'parametersChange')).source === 'user',
  );
  await content().getByText('Kyoto').waitFor();
});

test('the site has the browser save the report in another format', async () => {
  const download = page.waitForEvent('download');
  expect(await exportEmbedded(page, 'csv')).toEqual({ format: 'csv', fileName: `${report}.csv` });
  const rows = await readFile(await (await download).path(), 'utf8');
  expect(rows).toContain('Kyoto');
  expect(rows).not.toContain('India');
});

test('a frame that is reloaded shows the report again, with the token of the site', async () => {
  const before = await frame().evaluate(() => performance.timeOrigin);
  await frame().evaluate(() => setTimeout(() => window.location.reload()));
  await until('another document shows the report', async () => {
    const shown = page.frames().find((each) => each.url().includes('/embed/report/'));
    const origin = await shown?.evaluate(() => performance.timeOrigin).catch(() => before);
    return origin !== undefined && origin !== before && (await content().getByText('Tokyo').count()) > 0;
  });
  expect(frame().url()).not.toContain('et=');
});

test('embedded pages are accessible: a report, its map, and a view', async () => {
  await addMapReport(api, `${report}-map`);
  const view = { key: report, title: 'Cities', kind: 'table', source: CITIES };
  await api.send('POST', '/report-server/api/v1/explorer/views', view);
  // Opened as pages, so that axe looks at what is in the frame.
  for (const more of [
    {},
    { type: 'map-report', id: `${report}-map` },
    { type: 'view', owner: 'admin', parameters: {} },
  ]) {
    const { url } = await mint({ ...more, origins: [], actions: ['export', 'print'] });
    const opened = await visit(browser);
    await opened.page.goto(url);
    await settled(opened.page);
    if (url.includes('/map-report/')) await opened.page.locator('[data-cairn-map]').waitFor();
    expect(await axeProblems(opened.page)).toEqual([]);
    await opened.context.close();
  }
});

test('the site has the browser save an embedded view', async () => {
  const view = { type: 'view', id: report, owner: 'admin' };
  const { token } = await mint({ ...view, parameters: {}, actions: ['export'] });
  await embed(page, { ...view, token });
  const download = page.waitForEvent('download');
  expect(await exportEmbedded(page, 'csv')).toEqual({ format: 'csv', fileName: 'populated_places.csv' });
  const rows = await readFile(await (await download).path(), 'utf8');
  expect(rows).toContain('Tokyo');
});

test('a token that ends is renewed without a reload, and one that is revoked takes the content away', async () => {
  const [short, next] = [await mint({ expires_in: 60 }), await mint()];
  await embed(page, options(short.token), next.token);
  await until('the report is shown', async () => (await lastSaid(page, 'loaded')) !== undefined);
  const loaded = await frame().evaluate(() => performance.timeOrigin);
  await until('the next token was asked for', async () => (await refreshedTokens(page)) > 0);
  const uses = async () =>
    (await api.get<{ uses: number }>(`/report-server/api/v1/embed/tokens/${next.token_id}`)).uses;
  await until('the next token is in use', async () => (await uses()) === 1);
  await api.send('POST', '/report-server/api/v1/embed/revoke', { type: 'report', id: report });
  await refreshEmbedded(page);
  await page.frameLocator('#here iframe').getByText('This can no longer be shown here').waitFor();
  expect(await lastSaid(page, 'error')).toMatchObject({ code: 'forbidden' });
  expect(await frame().evaluate(() => performance.timeOrigin)).toBe(loaded);
});

test('a frame answers its parent alone, and another site cannot show it', async () => {
  expect(await offerPorts(page, (await mint()).url)).toEqual(['parent']);
  const other = await openHostSite();
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(other.origin);
  await embed(page, options((await mint()).token));
  await refused;
  await other.close();
});

function frame(): Frame {
  const found = page.frames().find((each) => each.url().includes('/embed/report/'));
  if (!found) throw new Error('There is no embedded frame.');
  return found;
}

/** The document of the report, which has a frame of its own. */
function content() {
  return page.frameLocator('#here iframe').frameLocator('iframe');
}

/** The report tells its height to the page in the frame once it is loaded, and that page tells its own to the site. */
function hasHeightOfContent(): Promise<boolean> {
  return frame().evaluate(() => {
    const report = document.querySelector('iframe');
    const needed = report?.contentDocument?.body.getBoundingClientRect().bottom ?? Infinity;
    const height = document.querySelector('main')?.getBoundingClientRect().height ?? 0;
    return (report?.clientHeight ?? 0) >= needed && Math.abs(window.innerHeight - height) < 2;
  });
}

function heightOf(): Promise<number> {
  return page.locator('#here iframe').evaluate((element) => element.clientHeight);
}
