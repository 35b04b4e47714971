/// <reference lib="dom" />
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { settled } from '../e2e/src/accessibility.ts';
import { launchBrowser } from '../e2e/src/browser.ts';
import {
  dbadminPages,
  fieldSyncPages,
  portalPages,
  reportPages,
  reportServerPages,
  schedulePages,
  vaultPages,
} from '../e2e/src/pages.ts';
import { dbadminStates } from './screenshots/dbadmin-states.ts';
import { loadExampleData, viewer } from './screenshots/example-data.ts';
import { portalStates } from './screenshots/portal-states.ts';
import type { State } from './screenshots/states.ts';
import { vaultStates } from './screenshots/vault-states.ts';
import { frontDoorPort, repositoryRoot } from './topology.ts';

/**
 * `npm run screenshots [-- name … width-theme …]`: pictures of every page of a running platform, also with menus,
 * dialogs and errors open, at three widths in both themes, in ./screenshots; `vault-share 360-dark` takes only that one.
 * Adds example data to the platform. CAIRN_URL and CAIRN_ADMIN_PASSWORD default to those of `npm start`.
 */
const url = process.env.CAIRN_URL ?? `http://localhost:${process.env.CAIRN_PORT ?? frontDoorPort}`;
const folder = join(repositoryRoot, 'screenshots');
const WIDTHS = [1440, 800, 360];
const HEIGHT = 900;
const SCHEMES = ['light', 'dark'] as const;
/** Longer pages are cut: taller pictures are of no use. */
const MAX_HEIGHT = 2_600;
/** While one page waits for its data or its map, others are drawn. */
const WINDOWS = 3;

const choices = process.argv.slice(2);
const sizes = new Set(choices.filter((choice) => /^\d+-(light|dark)$/.test(choice)));
const names = new Set(choices.filter((choice) => !sizes.has(choice)));

type Viewers = Record<NonNullable<State['as']>, BrowserContext>;

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const password = adminPassword();
  const { database } = await loadExampleData(url, password);
  const browser = await launchBrowser();
  try {
    const viewers: Viewers = {
      admin: await signedIn(browser, { username: 'admin', password }),
      viewer: await signedIn(browser, viewer),
      visitor: await signedIn(browser),
    };
    const states = await allStates(viewers.admin, database);
    const left = states.filter(({ name }) => names.size === 0 || names.has(name)).values();
    const shootRest = async () => {
      for (const state of left) await shootState(viewers, state);
    };
    await Promise.all(Array.from({ length: WINDOWS }, shootRest));
    console.log(`The screenshots are in ${folder}`);
  } finally {
    await browser.close();
  }
}

async function allStates({ request }: BrowserContext, database: number): Promise<State[]> {
  const answer = await request.get(`/dbadmin/api/databases/${database}`);
  const { connection_id: server } = (await answer.json()) as { connection_id: number };
  return [
    { name: 'sign-in', path: '/login', as: 'visitor' },
    ...portalPages,
    ...portalStates,
    ...(await vaultPages(request)),
    ...vaultStates,
    ...(await dbadminPages(request)),
    ...dbadminStates(database, server),
    ...(await reportServerPages(request)),
    ...reportPages(),
    ...(await schedulePages(request)),
    ...(await fieldSyncPages(request)),
  ];
}

async function signedIn(
  browser: Browser,
  user?: { username: string; password: string },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  if (user) await context.request.post('/login', { form: user, maxRedirects: 0 });
  return context;
}

/** Two windows that are resized at once mix their pictures up. */
let drawing = Promise.resolve();

/** One load for all pictures: the window gets narrower. A step that fails is reported, and the page is shown as it is. */
async function shootState(viewers: Viewers, { name, path, as = 'admin', widths = WIDTHS, open }: State) {
  const page = await viewers[as].newPage();
  try {
    await page.setViewportSize({ width: widths[0] ?? 0, height: HEIGHT });
    await page.goto(path);
    await settled(page);
    await open?.(page);
  } catch (error) {
    console.error(`${name}: ${String(error).split('\n').slice(0, 3).join(' ')}`);
  }
  // Dialogs load when they are opened, and open slowly.
  await page.waitForTimeout(500);
  const before = drawing;
  const { promise, resolve } = Promise.withResolvers<void>();
  drawing = promise;
  await before;
  await shootWidths(page, { name, widths, open });
  resolve();
  await page.close();
}

async function shootWidths(
  page: Page,
  { name, widths = WIDTHS, open }: Pick<State, 'name' | 'widths' | 'open'>,
) {
  for (const width of widths) {
    const schemes = SCHEMES.filter((scheme) => sizes.size === 0 || sizes.has(`${width}-${scheme}`));
    if (schemes.length === 0) continue;
    await page.setViewportSize({ width, height: HEIGHT });
    // The window gets as tall as the page, because a full-page screenshot resizes it and breaks maps.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (height > HEIGHT && !open) await page.setViewportSize({ width, height: Math.min(height, MAX_HEIGHT) });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      await settled(page).catch(() => undefined);
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
    }
  }
}

function adminPassword(): string {
  const { CAIRN_ADMIN_PASSWORD: password } = process.env;
  if (password) return password;
  const file = join(process.env.CAIRN_DATA_DIR ?? join(repositoryRoot, '.data'), 'secrets.json');
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { admin: string }).admin;
  } catch {
    throw new Error(
      `${file} does not exist. Start the platform with npm start, or set CAIRN_ADMIN_PASSWORD.`,
    );
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
