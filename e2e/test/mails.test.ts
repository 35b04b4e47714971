import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { tabTo } from '../src/keyboard.ts';
import { act, addSchedule } from '../src/schedules.ts';
import { goTo, visitAs, WORK } from '../src/session.ts';

const template = `Figures ${process.pid}`;
/** No mail may go to it, so no other file may use it. */
const unmailed = `unmailed-${process.pid}@example.org`;
const dead = `gone-${process.pid}@example.invalid`;
const editor = { username: `mail-admin-${process.pid}`, password: 'only-mails-1' };
let browser: Browser;
let page: Page;
let context: BrowserContext;
let complaints: string[];

beforeAll(async () => {
  browser = await launchBrowser({ webgl: false });
  // The first administrator has no address.
  const api = await asAdmin();
  const groups = await api.get<{ items: { id: number; name: string }[] }>('/api/admin/groups');
  const group_ids = groups.items.filter(({ name }) => name === 'Administrators').map(({ id }) => id);
  await api.send('POST', '/api/admin/users', {
    ...editor,
    email: `${editor.username}@example.org`,
    group_ids,
  });
  await api.signOut();
  ({ page, context, complaints } = await visitAs(browser, editor));
});
afterAll(() => browser?.close());

test('a mail template is written with placeholders, and its preview shows the mail without its scripts', async () => {
  await page.goto('/report-mgmt/edit_email_template.php');
  await page.getByRole('textbox', { name: 'Name' }).fill(template);
  await page.getByRole('textbox', { name: 'Subject' }).fill(`${template}: `);
  await tabTo(page, page.getByRole('button', { name: 'Insert report_title' }));
  await page.keyboard.press('Enter');
  await page.getByText(`${template}: Water levels`, { exact: true }).waitFor();
  const body = '<p>Hello {{recipient_name}}</p><script>document.body.innerHTML = "taken over"</script>';
  await page.getByRole('textbox', { name: 'Text' }).fill(body);
  await page.getByText('Removed, because mail programs block it: script').waitFor();
  const mail = page.frameLocator('iframe[title="The mail as mail programs show it"]');
  await mail.getByText('Hello Ann Example', { exact: true }).waitFor();
  await page.getByText('As plain text').click();
  await page.locator('pre').getByText('Hello Ann Example').waitFor();
});

test('a test mail goes to oneself, and the template is saved', async () => {
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await page.getByText(/^Sent to \S+@\S+\. The mail server said: /).waitFor(WORK);
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('row').filter({ hasText: template }).getByText('0 schedules').waitFor();
  const mailbox = await context.request.get('/mailbox');
  expect(await mailbox.text()).toContain(`Test: ${template}: Water levels`);
});

test('a test of a schedule goes to oneself alone, and is no run of the schedule', async () => {
  const { request } = context;
  const id = await addSchedule(request, unmailed);
  await goTo(page, `/report-mgmt/edit_schedule.php?id=${id}`);
  await tabTo(page, page.getByRole('button', { name: 'Send a test to me' }));
  await page.keyboard.press('Enter');
  await page.getByText(`Sent a test to ${editor.username}@example.org.`).waitFor(WORK);
  await page.getByRole('link', { name: 'Show run' }).click();
  await page.getByRole('dialog').getByText('Test, for').waitFor();
  const { last_run: last } = await (await request.get(`/report-mgmt/api/v1/schedules/${id}`)).json();
  expect(last).toBeNull();
  const mailbox = await (await request.get('/mailbox')).text();
  expect(mailbox).toContain('Test: Cities by country');
  expect(mailbox).not.toContain(unmailed);
  await act(request, 'schedule', { delete: '1', id });
});

test('an address that was refused in three runs is suppressed until that is lifted', async () => {
  const { request } = context;
  const id = await addSchedule(request, dead);
  for (let run = 0; run < 3; run += 1) await act(request, 'schedule', { run_now: '1', id });
  await act(request, 'schedule', { delete: '1', id });
  await goTo(page, `/report-mgmt/recipients.php?q=${dead}`);
  const row = page.getByRole('row').filter({ hasText: dead });
  await row.getByText('Suppressed', { exact: true }).waitFor();
  await row.getByText('there is no such mailbox').waitFor();
  await row.getByRole('button', { name: `Resume mail: ${dead}` }).click();
  await page.getByText(`Resumed mail to ${dead}.`).waitFor();
  await row.getByText('Receives mail').waitFor();
  await row.getByRole('button', { name: `Actions for ${dead}` }).click();
  await page.getByRole('menuitem', { name: 'Delete recipient' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`Restored ${dead}.`).waitFor();
  await row.waitFor();
  expect(complaints).toEqual([]);
});
