import type { Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from './accessibility.ts';
import type { NamedPage } from './pages.ts';
import { goTo, PATIENCE_MS, WINDOW } from './session.ts';

/** For a test of many pages; each wait has its own limit. */
export const AUDIT_TIMEOUT_MS = 20 * PATIENCE_MS;

export interface Finding {
  page: string;
  problem: string;
}

/**
 * Audits each page: axe in both themes, then horizontal overflow at 360 pixels.
 * Returns an empty list when there are no findings.
 */
export async function auditPages(page: Page, pages: NamedPage[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, path } of pages) {
    await goTo(page, path);
    await settled(page);
    findings.push(...(await axeProblems(page)).map((problem) => ({ page: name, problem })));
    await page.setViewportSize({ width: 360, height: 740 });
    await settled(page);
    const overflow = await sidewaysOverflow(page);
    await page.setViewportSize(WINDOW);
    if (overflow > 0) findings.push({ page: `${name}, 360 px`, problem: `${overflow} pixels too wide` });
  }
  return findings;
}
