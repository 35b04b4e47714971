/// <reference lib="dom" />
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { launchBrowser } from '../src/browser.ts';
import { registerServer, type RegisteredServer } from '../src/server.ts';
import { goTo, visit, visitAs } from '../src/session.ts';

let browser: Browser;
let page: Page;
let server: RegisteredServer;

beforeAll(async () => {
  const collected = { logging_collector: 'on', log_directory: 'log' };
  [browser, server] = await Promise.all([
    launchBrowser(),
    registerServer(`Terminals ${process.pid}`, collected),
  ]);
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
});

/** Waits until the terminal that is looked at shows a text. */
async function shows(text: string): Promise<void> {
  const screen = page.locator('[data-link]:visible .xterm-rows');
  await screen.filter({ hasText: text }).waitFor();
}

test('psql runs what is typed on the server', async () => {
  await goTo(page, `/dbadmin/terminal?connection_id=${server.id}&database=postgres`);
  await page.locator('[data-link="open"]').waitFor();
  await page.getByText('You are a superuser of this server').waitFor();
  await shows('postgres=#');
  await page.getByRole('textbox', { name: /^psql in postgres/ }).focus();
  await page.keyboard.type(`CREATE TABLE public.typed AS SELECT 6 * 7 AS answer;\n`);
  await shows('SELECT 1');
  expect(await server.server.query('postgres', 'SELECT answer FROM typed')).toEqual([{ answer: 42 }]);
});

test('a session and its output survive a reload', async () => {
  await page.keyboard.type(`\\set greeting 'still here'\n\\echo :greeting, set\n`);
  await shows('still here, set');
  await page.reload();
  await shows('SELECT 1');
  await page.getByRole('textbox', { name: /^psql in postgres/ }).focus();
  await page.keyboard.type(`SELECT upper(:'greeting');\n`);
  await shows('STILL HERE');
});

test('a lost connection reconnects to the same session', async () => {
  const wires: { lose(): Promise<void> }[] = [];
  await page.routeWebSocket(/\/api\/terminal\/ws\//, (wire) => {
    const far = wire.connectToServer();
    const lost = { code: 4001, reason: 'lost' };
    wires.push({ lose: async () => void (await Promise.all([wire.close(lost), far.close(lost)])) });
  });
  await page.reload();
  await shows('STILL HERE');
  // It is lost for a moment only.
  await Promise.all([page.locator('[data-link="lost"]').waitFor(), wires[0]?.lose()]);
  await page.locator('[data-link="open"]').waitFor();
  await page.getByRole('textbox', { name: /^psql in postgres/ }).focus();
  await page.keyboard.type(`SELECT lower(:'greeting') || ', after all';\n`);
  await shows('still here, after all');
  expect(wires).toHaveLength(2);
});

test('Shift+Tab leaves the terminal', async () => {
  await page.getByRole('textbox', { name: /^psql in postgres/ }).focus();
  await page.keyboard.press('Shift+Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Full window');
});

test('the terminal fills the window, and its address keeps that', async () => {
  await page.getByRole('button', { name: 'Full window' }).click();
  await page.waitForURL(/full=1/);
  // The address changes before the page is laid out again.
  await page.waitForFunction(() => {
    const screens = [...document.querySelectorAll<HTMLElement>('[data-link]')];
    return screens.some(({ offsetWidth }) => offsetWidth > 1200);
  });
  await page.getByRole('button', { name: 'Exit full window' }).click();
  await page.getByRole('heading', { level: 1, name: 'Terminal' }).waitFor();
});

test('a terminal for server commands opens in a second tab and refuses anything else', async () => {
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Server commands' }).click();
  await page.getByRole('button', { name: 'New terminal' }).click();
  await shows('"help" lists the commands');
  await page.getByRole('textbox', { name: /^Commands on/ }).focus();
  await page.keyboard.type('df -h\r');
  await shows('Filesystem');
  await page.keyboard.type('df -h; id\r');
  await shows('is not supported: this is not a shell');
  await page.getByRole('button', { name: /^postgres on Terminals/ }).click();
  await shows('STILL HERE');
});

test('closing a terminal ends its session on the server', async () => {
  const sessions = () =>
    server.server.query<{ n: number }>(
      'postgres',
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE query ~ 'still here' AND pid <> pg_backend_pid()`,
    );
  expect((await sessions())[0]?.n).toBe(1);
  await page.getByRole('button', { name: /^Close postgres on/ }).click();
  await until('the session has ended', async () => (await sessions())[0]?.n === 0);
});

test('the server log is followed, filtered by a text, and paused', async () => {
  page = (await visit(browser, { storageState: await page.context().storageState() })).page;
  await goTo(page, `/dbadmin/terminal?connection_id=${server.id}`);
  const wire = page.waitForEvent('websocket', (socket) => socket.url().includes('/ws/logs'));
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Server log' }).click();
  await page.getByRole('button', { name: 'New terminal' }).click();
  await page.locator('[data-link="open"]:visible').waitFor();
  await log('first apple');
  await shows('first apple');

  const filtered = (await wire).waitForEvent('framesent', ({ payload }) => String(payload).includes('pear'));
  await page.getByRole('textbox', { name: 'Filter lines' }).fill('pear');
  await filtered;
  await log('second apple');
  await log('first pear');
  await shows('first pear');
  expect(await screenText()).not.toContain('second apple');

  await page.getByRole('button', { name: 'Pause' }).click();
  await log('second pear');
  await page.waitForTimeout(2_000);
  expect(await screenText()).not.toContain('second pear');
  await page.getByRole('button', { name: 'Resume' }).click();
  await shows('second pear');
});

/** Makes the server write a line into its log. */
async function log(text: string): Promise<void> {
  await server.server.query('postgres', `SELECT 1 AS "${text}"`);
}

const screenText = () => page.locator('[data-link]:visible .xterm-rows').innerText();
