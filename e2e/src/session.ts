import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { platformUnderTest } from './platform-under-test.ts';

/** How long a test waits for a page. */
export const PATIENCE_MS = Number(process.env.CAIRN_E2E_PATIENCE_MS || 30_000);
/** For results of a worker. */
export const WORK = { timeout: 2 * PATIENCE_MS };

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Errors of the page's console and scripts. */
  complaints: string[];
}

/** A new window on the platform, signed out. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: platformUnderTest().url,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  return { context, page, complaints };
}

type Who = 'admin' | 'user' | { username: string; password: string };

/** Signs in through the form, as people do. */
export async function signIn(page: Page, who: Who, next = '/'): Promise<void> {
  const { username, password } = typeof who === 'string' ? platformUnderTest()[who] : who;
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

/** The cookies of a sign-in, for windows that look at pages rather than at signing in. */
export async function signedInState(browser: Browser, who: Who) {
  const { context, page } = await visit(browser);
  await signIn(page, who);
  const state = await context.storageState();
  await context.close();
  return state;
}
