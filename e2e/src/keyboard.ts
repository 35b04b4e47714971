import type { Locator, Page } from 'playwright-core';

const MOST_STEPS = 80;

/** Moves the focus on by the Tab key until it is on something, as people without a mouse do. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MOST_STEPS} steps of the Tab key did not reach it: ${target}`);
}
