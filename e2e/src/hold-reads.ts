import type { Page } from 'playwright-core';

/** Holds each GET whose address matches `url` until the returned function is called. */
export async function holdReads(page: Page, url: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().method() === 'GET') await released.promise;
    await route.continue();
  });
  return released.resolve;
}
