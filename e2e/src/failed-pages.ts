import type { Page } from 'playwright-core';
import { addEventHandler } from 'jest-circus';

/** Open pages, which a failed test shows: what a page waited for says little without what stood there instead. */
const openPages = new Set<Page>();

/** What fits into the report of a failure. */
const MAX_LENGTH = 6_000;

addEventHandler(async (event) => {
  if (event.name !== 'test_fn_failure' || !(event.error instanceof Error)) return;
  const shown = await Promise.all([...openPages].map(describePage));
  event.error.stack = [event.error.stack, ...shown].join('\n\n');
});

/** Adds what the page shows to the report of each test that fails while the page is open. */
export function showWhenFailed(page: Page): void {
  openPages.add(page);
  page.once('close', () => openPages.delete(page));
}

async function describePage(page: Page): Promise<string> {
  const tree = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5_000 })
    .catch((error: unknown) => `It cannot be read: ${String(error)}`);
  return `${page.url()} shows:\n${tree.slice(0, MAX_LENGTH)}`;
}
