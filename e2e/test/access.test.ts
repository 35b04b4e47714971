import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { settled } from '../src/accessibility.ts';
import { launchBrowser } from '../src/browser.ts';
import { platformUnderTest } from '../src/platform-under-test.ts';
import { signIn, visit } from '../src/session.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  page = (await visit(browser)).page;
  await signIn(page, 'user');
});
afterAll(() => browser?.close());

test('somebody without administrator rights sees no entry of the administration', async () => {
  await page.goto('/');
  await settled(page);
  await page.getByRole('link', { name: 'Catalog' }).first().waitFor();
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  await page.keyboard.press('Control+k');
  const search = page.getByPlaceholder('Search datasets, pages and actions');
  // A page and an action of the administration, and actions of a service in which they may not edit.
  for (const words of ['administration', 'new user', 'register server', 'terminal']) {
    await search.fill(words);
    await page.getByRole('dialog').getByText('Nothing matches.').waitFor();
  }
  await page.keyboard.press('Escape');
});

test('an administration page asked for by its address stays closed to them', async () => {
  const answer = await page.goto('/admin/users');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const text = await page.locator('body').innerText();
  expect(answer?.status()).toBe(403);
  expect(text).not.toContain('Add user');
  expect((await page.request.get('/api/admin/users')).status()).toBe(403);
});

test('a wrong password is refused with a sentence that names neither user nor password as the culprit', async () => {
  const { page: stranger } = await visit(browser);
  await stranger.goto('/login');
  await stranger.getByLabel('Username').fill(platformUnderTest().user.username);
  await stranger.getByLabel('Password').fill('not the password');
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  const sentence = await stranger.getByRole('alert').innerText();
  expect(sentence.trim().endsWith('.')).toBe(true);
  expect(new URL(stranger.url()).pathname).toBe('/login');
});

test('signing out ends the session for every page', async () => {
  await page.goto('/');
  await settled(page);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForLoadState('load');
  const me = (await (await page.request.get('/api/me')).json()) as { authenticated: boolean };
  expect(me.authenticated).toBe(false);
  await page.goto('/vault/');
  await page.waitForURL(/\/login/);
});
