import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { until } from '@cairn/testing';
import { launchBrowser } from '../src/browser.ts';
import { tabTo } from '../src/keyboard.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';

const SCHEDULES = '/report-mgmt/schedules.php';
const SENTENCE = 'At 02:30 on Sunday in March';
const file = `cities-${process.pid}`;
const address = `ann-${process.pid}@example.org`;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  ({ page, complaints } = await visitAs(browser, 'admin', {
    viewport: { width: 1440, height: 900 },
    timezoneId: 'America/New_York',
  }));
});
afterAll(() => browser?.close());

test('a schedule is written by keyboard alone, with its rule as a sentence and a run that the clock moves', async () => {
  await page.goto('/report-mgmt/edit_schedule.php');
  await choose('Report', 'cities by');
  await tabTo(page, page.getByRole('textbox', { name: 'File name' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(file);
  await chooseRule('Every weekday');
  await page.getByText('Every weekday at 06:30', { exact: true }).waitFor();
  await chooseRule('Cron pattern');
  await tabTo(page, page.getByRole('textbox', { name: 'Pattern' }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type('30 2 * 3 0');
  await choose('Time zone', 'berlin');
  await page.getByText(SENTENCE, { exact: true }).waitFor();
  const runs = page.getByRole('list', { name: 'Next runs' }).getByRole('listitem');
  await runs.filter({ hasText: 'Moved from 02:30 to 03:00' }).first().waitFor();
  expect(await runs.count()).toBe(5);
  expect(await runs.first().innerText()).toMatch(/02:30[\s\S]*your time \(America\/New York\)/);
  await page.getByText(/these runs meets? a change of the clock/).waitFor();
  await tabTo(page, page.getByRole('combobox', { name: 'Recipients' }));
  await page.keyboard.type(address);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Create schedule' }));
  await page.keyboard.press('Enter');
  await page.getByText('Created the schedule.').waitFor();
  await row().getByText('Europe/Berlin').waitFor();
  expect(await row().innerText()).toContain(SENTENCE);
});

test('it is paused and resumed', async () => {
  const enabled = row().getByRole('switch');
  await tabTo(page, enabled);
  await page.keyboard.press('Space');
  await row().getByText('Paused').waitFor();
  await page.keyboard.press('Space');
  await row().getByText('your time').waitFor();
});

test('it runs at once, and its history has the document and the mail that arrived', async () => {
  await row().getByRole('button', { name: 'Actions for Cities by country' }).click();
  await page.getByRole('menuitem', { name: 'Run now' }).click();
  await page.getByText('The report ran and was mailed.').waitFor(WORK);
  await page.getByRole('link', { name: 'Show run' }).click();
  const panel = page.getByRole('dialog', { name: 'Cities by country' });
  await panel.getByText(address).waitFor();
  await panel.getByText('Sent', { exact: true }).waitFor();
  const arriving = page.waitForEvent('download');
  await panel.getByRole('link', { name: 'Download' }).click();
  expect((await arriving).suggestedFilename()).toBe(`${file}.pdf`);
  await page.keyboard.press('Escape');
  await page.getByRole('img', { name: 'Last run: 1 succeeded' }).waitFor();
  await page.goto('/mailbox');
  const mail = page.getByRole('row').filter({ hasText: address });
  expect(await mail.innerText()).toMatch(new RegExp(`Cities by country.*${file}\\.pdf`));
});

test('a refused field says so at the field, and deleting says what ends', async () => {
  await goTo(page, SCHEDULES);
  await row().getByRole('link', { name: 'Cities by country' }).click();
  const pattern = page.getByRole('textbox', { name: 'Pattern' });
  await pattern.fill('0 0 31 2 *');
  await page.getByText('Pattern never comes: its months have no such day.').waitFor();
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByText('Pattern never comes: its months have no such day.').waitFor();
  // The sentence was there before; the focus moves when the answer has come.
  await until('the field has the focus', () => pattern.evaluate((field) => field === document.activeElement));
  await pattern.fill('30 2 * 3 0');
  const recipients = page.getByRole('combobox', { name: 'Recipients' });
  await recipients.fill('ann@');
  await recipients.press('Enter');
  await page.getByText('"ann@" is not an email address.').waitFor();
  await recipients.press('Backspace');
  await page.getByRole('button', { name: 'Delete schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this schedule of Cities by country?' });
  await dialog.getByText(`It will no longer run: ${SENTENCE}. 1 person will no longer receive it.`).waitFor();
  await dialog.getByRole('button', { name: 'Delete schedule' }).click();
  await page.getByText('Deleted the schedule.').waitFor();
  await row().waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

function row(): Locator {
  return page.getByRole('row').filter({ hasText: file });
}

/** Chooses what the typed text finds first. */
async function choose(name: string, typed: string): Promise<void> {
  await tabTo(page, page.getByRole('combobox', { name }));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(typed);
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Moves down to a rule. The list marks the present one a moment after it opens, so the steps are not counted. */
async function chooseRule(name: string): Promise<void> {
  await tabTo(page, page.getByRole('combobox', { name: 'Repeats' }));
  await page.keyboard.press('Enter');
  const rule = page.getByRole('option', { name });
  await rule.waitFor();
  for (let steps = 0; steps < 20; steps += 1) {
    if ((await rule.getAttribute('aria-selected')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await rule.waitFor({ state: 'hidden' });
}
