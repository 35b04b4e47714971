import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { registerServer, type RegisteredServer } from '../src/server.ts';
import { goTo, visitAs } from '../src/session.ts';

let browser: Browser;
let page: Page;
let server: RegisteredServer;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), registerServer(`Settings ${process.pid}`)]);
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
});

const rules = () => page.getByRole('list', { name: 'Rules' }).getByRole('listitem');
const file = () => readFileSync(server.server.hbaFile, 'utf8');

async function addRule(name: string, cidr: string): Promise<void> {
  await page.getByRole('button', { name: 'Add rule' }).click();
  const panel = page.getByRole('dialog', { name: 'Add rule' });
  await panel.getByRole('textbox', { name: 'Name' }).fill(name);
  await panel.getByRole('textbox', { name: 'Network' }).fill(cidr);
  await panel.getByRole('button', { name: 'Save rule' }).click();
}

test('a rule with an invalid network, or with all addresses, is refused at its field', async () => {
  await goTo(page, `/dbadmin/network-access?connection_id=${server.id}`);
  await addRule('Office', '10.20.0.1/16');
  const panel = page.getByRole('dialog', { name: 'Add rule' });
  await panel.getByText('Did you mean 10.20.0.0/16?').waitFor();
  await panel.getByRole('textbox', { name: 'Network' }).fill('0.0.0.0/0');
  await panel.getByRole('button', { name: 'Save rule' }).click();
  await panel.getByText('This allows connections from anywhere.').waitFor();
  await panel.getByRole('textbox', { name: 'Network' }).fill('10.20.0.0/16');
  await panel.getByRole('button', { name: 'Save rule' }).click();
  await rules().filter({ hasText: 'Office' }).waitFor();
});

test('rules are reordered by keyboard', async () => {
  await addRule('Tablets', '10.30.4.0/24');
  await rules().nth(1).filter({ hasText: 'Tablets' }).waitFor();
  await page.getByRole('button', { name: 'Move Tablets' }).focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(() => document.body.innerText.includes('Tablets is now at position 2.'));
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.body.innerText.includes('Tablets is now at position 1.'));
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/access-rules/order') && answer.ok());
  await page.keyboard.press('Space');
  await rules().nth(0).filter({ hasText: 'Tablets' }).waitFor();
  await saved;
  await page.reload();
  await rules().nth(0).filter({ hasText: 'Tablets' }).waitFor();
});

test('pending changes are shown, applied, and undone', async () => {
  const before = file();
  const diff = page.getByRole('region', { name: 'Changes to the file' });
  await diff.getByText('host all all 10.30.4.0/24 scram-sha-256').waitFor();
  await diff.getByRole('button', { name: /^Show \d+ lines?$/ }).click();
  await diff.getByText('# IPv4 local connections:').waitFor();
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText('In effect', { exact: true }).waitFor();
  const all = page.getByRole('region', { name: 'All rules on the server' });
  await all.getByRole('row', { name: /10\.30\.4\.0\/24 .* Managed here$/ }).waitFor();
  await all
    .getByRole('row', { name: /Manual$/ })
    .first()
    .waitFor();
  expect(file().indexOf('10.30.4.0/24')).toBeLessThan(file().indexOf('10.20.0.0/16'));
  await page.getByRole('button', { name: 'Undo last apply' }).click();
  await page.getByText('Restored the previous file.').waitFor();
  expect(file()).toBe(before);
});

test('a setting is searched, changed, refused outside its bounds, and undone', async () => {
  const setting = page.locator('[data-setting="work_mem"]');
  const workMem = async () => {
    const [row] = await server.server.query('postgres', 'SHOW work_mem');
    return row.work_mem;
  };
  await goTo(page, `/dbadmin/settings?connection_id=${server.id}`);
  await page.getByRole('textbox', { name: 'Search by name or description' }).fill('work_mem sort');
  await page.waitForURL(/q=work_mem/);
  await page.getByRole('button', { name: 'Edit work_mem', exact: true }).click();
  await setting.getByRole('textbox').fill('1kB');
  await setting.getByRole('button', { name: 'Save' }).click();
  await setting.getByRole('alert').waitFor();
  await setting.getByRole('textbox').fill('24MB');
  await setting.getByRole('button', { name: 'Save' }).click();
  await setting.getByText('24MB').waitFor();
  expect(await workMem()).toBe('24MB');
  await page.getByText('work_mem from the default to 24MB').waitFor();
  const notice = page.locator('.mantine-Notification-root').filter({ hasText: 'Set work_mem to 24MB.' });
  await notice.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Restored the previous value of work_mem.').waitFor();
  expect(await workMem()).toBe('4MB');
});

test('a setting that needs a restart is shown as pending on its page and on the overview', async () => {
  await page.goto(`/dbadmin/settings?connection_id=${server.id}&q=max_locks`);
  await page.getByRole('button', { name: 'Edit max_locks_per_transaction' }).click();
  const setting = page.locator('[data-setting="max_locks_per_transaction"]');
  await setting.getByRole('textbox').fill('96');
  await setting.getByRole('button', { name: 'Save' }).click();
  await setting.getByText('96 after restart').waitFor();
  await page.getByText('Restart required').waitFor();
  await goTo(page, '/dbadmin/workspace');
  await page.getByText(`Server “Settings ${process.pid}”: PostgreSQL restart required`).waitFor();
});
