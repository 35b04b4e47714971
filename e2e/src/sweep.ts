/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from './accessibility.ts';
import { PATIENCE_MS } from './session.ts';

/** For a test that looks at many pages; what it waits for on each has its own limit. */
export const SWEEP_MS = 20 * PATIENCE_MS;

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
