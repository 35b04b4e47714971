/// <reference lib="dom" />
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the page, one sentence for each rule with the first elements. */
export async function axeProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.map(({ id, help, nodes }) => {
    const where = nodes
      .slice(0, 3)
      .map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`);
    return `${id}: ${help}\n  ${where.join('\n  ')}`;
  });
}

/** By how many pixels the page is wider than its window; 0 when nothing has to be scrolled sideways. */
export function sidewaysOverflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

/** Waits until the page has shown its content: no skeletons, no pending pictures of state. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1');
  await page.waitForFunction(
    () => document.querySelectorAll('.mantine-Skeleton-root, [aria-busy="true"]').length === 0,
  );
  if ((await page.locator('[data-map-state]').count()) > 0) {
    await page.waitForSelector('[data-map-state="idle"], [data-map-state="failed"]', { timeout: 30_000 });
  }
}
