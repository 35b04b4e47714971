/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from './accessibility.ts';

export interface Finding {
  page: string;
  problem: string;
}

/**
 * Looks at each page once: axe in both themes, then whether a window of 360 pixels has to be scrolled sideways.
 * An empty answer means that all is well.
 */
export async function sweep(page: Page, pages: { name: string; path: string }[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, path } of pages) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await settled(page);
    for (const problem of await axeProblems(page)) findings.push({ page: name, problem });
    await page.setViewportSize({ width: 360, height: 740 });
    await settled(page);
    const overflow = await sidewaysOverflow(page);
    if (overflow > 0) findings.push({ page: `${name}, 360 px`, problem: `${overflow} pixels too wide` });
  }
  return findings;
}
