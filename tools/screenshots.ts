/// <reference lib="dom" />
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { settled } from '../e2e/src/accessibility.ts';
import { launchBrowser } from '../e2e/src/browser.ts';
import { dbadminPages, portalPages, vaultPages } from '../e2e/src/pages.ts';
import { frontDoorPort, repositoryRoot } from './topology.ts';

/**
 * `npm run screenshots [-- name …]`: every page of a running platform at three widths in both themes, into
 * ./screenshots. CAIRN_URL names the platform, CAIRN_ADMIN_PASSWORD its password; both default to `npm start`'s.
 */
const url = process.env.CAIRN_URL ?? `http://localhost:${process.env.CAIRN_PORT ?? frontDoorPort}`;
const folder = join(repositoryRoot, 'screenshots');
const WIDTHS = [360, 800, 1440];
const SCHEMES = ['light', 'dark'] as const;
/** Beyond this a picture of the page helps nobody. */
const TALLEST = 2_600;
const only = new Set(process.argv.slice(2));

interface Shot {
  name: string;
  path: string;
}

async function main(): Promise<void> {
  const browser = await launchBrowser();
  try {
    mkdirSync(folder, { recursive: true });
    let count = await shootAll(browser, {
      storageState: undefined,
      shots: [{ name: 'sign-in', path: '/login' }],
    });
    const storageState = await signedIn(browser);
    const { request, close } = await open(browser, { storageState });
    const shots = [...portalPages, ...(await vaultPages(request)), ...(await dbadminPages(request))];
    await close();
    count += await shootAll(browser, { storageState, shots });
    console.log(`${count} pictures are in ${folder}`);
  } finally {
    await browser.close();
  }
}

type State = Awaited<ReturnType<typeof signedIn>>;

async function open(
  browser: Browser,
  { storageState, scheme }: { storageState?: State | undefined; scheme?: 'light' | 'dark' },
) {
  const context = await browser.newContext({
    baseURL: url,
    reducedMotion: 'reduce',
    ...(storageState ? { storageState } : {}),
    ...(scheme ? { colorScheme: scheme } : {}),
  });
  return { page: await context.newPage(), request: context.request, close: () => context.close() };
}

async function signedIn(browser: Browser) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(adminPassword());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((address) => !address.pathname.endsWith('/login'));
  const state = await context.storageState();
  await context.close();
  return state;
}

async function shootAll(
  browser: Browser,
  { storageState, shots }: { storageState: State | undefined; shots: Shot[] },
): Promise<number> {
  const wanted = shots.filter(({ name }) => only.size === 0 || only.has(name));
  for (const scheme of SCHEMES) {
    const { page, close } = await open(browser, { storageState, scheme });
    for (const shot of wanted) for (const width of WIDTHS) await shoot(page, { shot, width, scheme });
    await close();
  }
  return wanted.length * WIDTHS.length * SCHEMES.length;
}

async function shoot(
  page: Page,
  { shot, width, scheme }: { shot: Shot; width: number; scheme: string },
): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(shot.path);
  await settled(page);
  // A window as tall as the page: a map does not survive being resized for a picture of the full page.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(Math.max(height, 900), TALLEST) });
  await page.evaluate(() => document.fonts.ready);
  await settled(page);
  await page.screenshot({ path: join(folder, `${shot.name}-${width}-${scheme}.png`) });
}

function adminPassword(): string {
  const given = process.env.CAIRN_ADMIN_PASSWORD;
  if (given) return given;
  const file = join(process.env.CAIRN_DATA_DIR ?? join(repositoryRoot, '.data'), 'secrets.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { admin: string }).admin;
  } catch {
    throw new Error(`There is no ${file}; start the platform with npm start, or set CAIRN_ADMIN_PASSWORD.`);
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
