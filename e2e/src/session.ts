/// <reference lib="dom" />
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { showWhenFailed } from './failed-pages.ts';
import { platformUnderTest } from './platform-under-test.ts';

/** How long a test waits for a page. */
export const PATIENCE_MS = Number(process.env.CAIRN_E2E_PATIENCE_MS || 60_000);
/** For results of a worker. */
export const WORK = { timeout: 2 * PATIENCE_MS };
/** Map and table of a dataset beside each other. */
export const WINDOW = { width: 1280, height: 900 };

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
    viewport: WINDOW,
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  showWhenFailed(page);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  return { context, page, complaints };
}

type User = 'admin' | 'user' | { username: string; password: string };

/** A new window of a user who is signed in already. */
export async function visitAs(
  browser: Browser,
  user: User,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visited = await visit(browser, options);
  const form = credentialsOf(user);
  const answer = await visited.context.request.post('/login', { form, maxRedirects: 0 });
  if (answer.status() !== 303)
    throw new Error(`Signing in as ${form.username} was answered with ${answer.status()}.`);
  return visited;
}

/** Signs in through the form, as people do. */
export async function signIn(page: Page, user: User, next = '/'): Promise<void> {
  const { username, password } = credentialsOf(user);
  await page.goto(`/login?next=${encodeURIComponent(next)}`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
}

function credentialsOf(user: User): { username: string; password: string } {
  return typeof user === 'string' ? platformUnderTest()[user] : user;
}

/**
 * Opens an address as a link in the page would: within one app, nothing is loaded again. `page.goto` is for tests of
 * loading itself, and for a page without notices or unsaved input of the tests before.
 */
export async function goTo(page: Page, address: string): Promise<void> {
  const service = /^\/(vault|dbadmin|report-server|report-mgmt)\b/.exec(address)?.[1] ?? 'portal';
  const isRouted = await page.evaluate(
    ([to, owner]) => {
      const isOpen = document.documentElement.dataset.service === owner && document.getElementById('content');
      if (!isOpen) return false;
      const { idx = 0 } = (history.state ?? {}) as { idx?: number };
      history.pushState({ idx: idx + 1 }, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      return true;
    },
    [address, service] as const,
  );
  if (!isRouted) return void (await page.goto(address));
  await page.waitForFunction(() => {
    const base = new URL(document.baseURI).pathname.replace(/\/$/, '');
    const shown = document.getElementById('content')?.dataset.address;
    return base + shown === location.pathname + location.search;
  });
}
