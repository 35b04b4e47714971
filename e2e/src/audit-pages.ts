/// <reference lib="dom" />
import type { BrowserContext, Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from './accessibility.ts';
import type { NamedPage } from './pages.ts';
import { PATIENCE_MS } from './session.ts';

/** For a test of many pages; each wait has its own limit. */
export const AUDIT_TIMEOUT_MS = 20 * PATIENCE_MS;

export interface Finding {
  page: string;
  problem: string;
}

/** While one page waits for its data or its map, another is audited. */
const WINDOWS = 2;

/**
 * Audits each page: axe in both themes, then horizontal overflow at 360 pixels.
 * Returns an empty list when there are no findings.
 */
export async function auditPages(context: BrowserContext, pages: NamedPage[]): Promise<Finding[]> {
  const left = pages.values();
  const found = await Promise.all(
    Array.from({ length: WINDOWS }, async () => {
      const page = await context.newPage();
      const findings: Finding[] = [];
      for (const named of left) findings.push(...(await look(page, named)));
      return findings;
    }),
  );
  return found.flat();
}

async function look(page: Page, { name, path }: NamedPage): Promise<Finding[]> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(path);
  await settled(page);
  const findings = (await axeProblems(page)).map((problem) => ({ page: name, problem }));
  await page.setViewportSize({ width: 360, height: 740 });
  await settled(page);
  const overflow = await sidewaysOverflow(page);
  if (overflow > 0) findings.push({ page: `${name}, 360 px`, problem: `${overflow} pixels too wide` });
  return findings;
}
