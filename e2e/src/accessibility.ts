/// <reference lib="dom" />
import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Those of them whose findings differ from theme to theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Rows of a table are alike: a few show what hundreds do, and axe looks at every cell. */
const FURTHER_ROWS = 'tbody tr:nth-child(n + 6)';

/** Elements of a report in the builder are as large as on paper, and have the colours that people gave them. */
const REPORT_ELEMENTS = '[data-element]';

const NOTICES = '.mantine-Notifications-root';

/**
 * What axe finds wrong with the page, one sentence for each rule with the first elements: everything in the light
 * theme, what colours decide in the dark one as well. The page stays dark.
 */
export async function axeProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  await themeShown(page, 'light');
  const light = await problems(page, { type: 'tag', values: TAGS });
  await page.emulateMedia({ colorScheme: 'dark' });
  await themeShown(page, 'dark');
  const dark = await problems(page, { type: 'rule', values: COLOR_RULES });
  return [...light.map((problem) => `light: ${problem}`), ...dark.map((problem) => `dark: ${problem}`)];
}

interface AxeWindow {
  axe: typeof axe;
}

/** Axe comes once into each document, and looks at that document alone: no page holds frames of other origins. */
async function problems(page: Page, runOnly: { type: 'tag' | 'rule'; values: string[] }): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const context = { exclude: [FURTHER_ROWS, REPORT_ELEMENTS] };
  return page.evaluate(
    async ([within, rules, noticesAt]) => {
      const { axe } = window as unknown as AxeWindow;
      // An element is not too small because a notice covers a part of it, or a header that stays in sight when the page
      // is scrolled. In the flow of the page these cover nothing, and are checked as well.
      const covering = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
        (element) => element.matches(noticesAt) || getComputedStyle(element).position === 'sticky',
      );
      for (const { style } of covering) {
        style.setProperty('position', 'relative', 'important');
        style.setProperty('inset', 'auto', 'important');
      }
      // Style sheets need not be fetched again: none of the rules reads them.
      const options = { runOnly: rules, resultTypes: ['violations' as const], preload: false };
      const { violations } = await axe.run(within, options);
      for (const { style } of covering) {
        style.removeProperty('position');
        style.removeProperty('inset');
      }
      return violations.map(({ id, help, nodes }) => {
        const where = nodes
          .slice(0, 3)
          .map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`);
        return `${id}: ${help}\n  ${where.join('\n  ')}`;
      });
    },
    [context, runOnly, NOTICES] as const,
  );
}

async function themeShown(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.waitForFunction((expected) => {
    const scheme = document.documentElement.dataset.mantineColorScheme;
    // Pages of the server follow the system by style alone.
    return scheme === undefined || scheme === expected;
  }, theme);
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

/**
 * By how many pixels the page is wider than its window; 0 when nothing has to be scrolled sideways. Charts, maps and
 * other elements that scripts size follow a new width some frames later; this waits for them.
 */
export async function sidewaysOverflow(page: Page): Promise<number> {
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  await page.waitForFunction(fits, undefined, { timeout: 10_000 }).catch(() => undefined);
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));
}

/** Waits until the page has shown its content: no skeletons, no pending pictures of state. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector('h1');
  await page.waitForFunction(
    () => document.querySelectorAll('.mantine-Skeleton-root, [aria-busy="true"]').length === 0,
  );
  if ((await page.locator('[data-map-state]').count()) > 0) {
    await page.waitForSelector('[data-map-state="idle"], [data-map-state="failed"]');
  }
}
