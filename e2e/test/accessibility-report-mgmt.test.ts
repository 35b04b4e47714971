import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { axeProblems } from '../src/accessibility.ts';
import { AUDIT_TIMEOUT_MS, auditPages } from '../src/audit-pages.ts';
import { launchBrowser } from '../src/browser.ts';
import { schedulePages } from '../src/pages.ts';
import { act, addSchedule } from '../src/schedules.ts';
import { goTo, visitAs } from '../src/session.ts';

const address = `audit-${process.pid}@example.org`;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
});
afterAll(() => browser?.close());

test(
  'axe finds nothing wrong with the pages of schedules, runs and mails, nor with a dialog that deletes, in light and dark, and all fit 360 pixels',
  async () => {
    const { context, page } = await visitAs(browser, 'admin');
    const { request } = context;
    const id = await addSchedule(request, address);
    const { execution_id: run } = await act(request, 'schedule', { run_now: '1', id });
    await act(request, 'recipient', { email: address, name: 'Ann Miller' });
    const body = 'Hello {{recipient_name}}';
    await act(request, 'email_template', { name: address, subject: '{{report_title}}', body });
    const pages = await schedulePages(request, {
      schedule: id,
      run: run!,
      recipient: address,
      template: address,
    });
    expect(pages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['schedule', 'run', 'recipient', 'email-template']),
    );
    await page.goto(pages[0]!.path);
    expect(await auditPages(page, pages)).toEqual([]);
    await goTo(page, `/report-mgmt/edit_schedule.php?id=${id}`);
    await page.getByRole('button', { name: 'Delete schedule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete schedule' }).waitFor();
    expect(await axeProblems(page)).toEqual([]);
  },
  AUDIT_TIMEOUT_MS,
);
