/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { axeProblems, settled, sidewaysOverflow } from './accessibility.ts';

export interface Finding {
  page: string;
  problem: string;
}

/**
 * Looks at each page once: axe in the light theme, then in the dark one, then whether a window of 360 pixels
 * has to be scrolled sideways. An empty answer means that all is well.
 */
export async function sweep(page: Page, pages: { name: string; path: string }[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, path } of pages) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await settled(page);
    for (const problem of await axeProblems(page)) findings.push({ page: `${name}, light`, problem });
    await turnDark(page);
    for (const problem of await axeProblems(page)) findings.push({ page: `${name}, dark`, problem });
    await page.setViewportSize({ width: 360, height: 740 });
    await settled(page);
    const overflow = await sidewaysOverflow(page);
    if (overflow > 0) findings.push({ page: `${name}, 360 px`, problem: `${overflow} pixels too wide` });
  }
  return findings;
}

async function turnDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => {
    const scheme = document.documentElement.dataset.mantineColorScheme;
    // Pages of the server follow the system by style alone.
    return scheme === undefined || scheme === 'dark';
  });
  // Colours change by transition, however short, and those that are inherited follow level by level:
  // axe must not meet them half-way.
  await page.evaluate(async () => {
    for (let quiet = 0; quiet < 5;) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const moving = document.getAnimations().some(({ playState }) => playState === 'running');
      quiet = moving ? 0 : quiet + 1;
    }
  });
  await settled(page);
}
