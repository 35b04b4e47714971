import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { registerServer, type RegisteredServer } from '../src/server.ts';
import { goTo, visitAs } from '../src/session.ts';

let browser: Browser;
let page: Page;
let server: RegisteredServer;
let databaseId: number;

beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), registerServer(`Roles ${process.pid}`)]);
  await server.server.query('postgres', 'CREATE DATABASE land');
  await server.server.query('land', 'CREATE EXTENSION postgis; CREATE TABLE plots (id int)');
  const api = await asAdmin();
  const body = { name: 'land', purpose: '' };
  const path = `/dbadmin/api/connections/${server.id}/databases`;
  databaseId = (await api.send<{ id: number }>('POST', path, body)).id;
  await api.signOut();
  page = (await visitAs(browser, 'admin')).page;
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
});

async function create(kind: 'user' | 'group', name: string, password?: string): Promise<void> {
  await goTo(page, `/dbadmin/${kind}s?connection_id=${server.id}&panel=new`);
  const panel = page.getByRole('dialog', { name: `Create ${kind}` });
  await panel.getByRole('textbox', { name: 'Name' }).fill(name);
  if (password) await panel.locator('input[type="password"]').fill(password);
  await panel.getByRole('button', { name: `Create ${kind}` }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
}

test('a user is created with a password that works and is not in the server log', async () => {
  await create('user', 'lena', 'plots-and-lots-7');
  const login = { user: 'lena', password: 'plots-and-lots-7' };
  expect(await signsIn(login)).toBe('lena');
  expect(server.server.log()).not.toContain('plots-and-lots-7');
});

async function signsIn(login: { user: string; password: string }): Promise<string> {
  const client = new pg.Client({ connectionString: server.server.url('postgres', login) });
  await client.connect();
  try {
    return (await client.query<{ name: string }>('SELECT current_user AS name')).rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}

test('without groups except system roles, the page offers to create one and to show those', async () => {
  await goTo(page, `/dbadmin/groups?connection_id=${server.id}`);
  await page.getByText('No groups except system roles').waitFor();
  await page.getByRole('button', { name: 'Show system roles' }).click();
  await page.getByRole('link', { name: 'pg_monitor', exact: true }).waitFor();
});

test('names that PostgreSQL reserves are refused at the field', async () => {
  await goTo(page, `/dbadmin/groups?connection_id=${server.id}&panel=new`);
  const panel = page.getByRole('dialog', { name: 'Create group' });
  await panel.getByRole('textbox', { name: 'Name' }).fill('pg_everything');
  await panel.getByRole('button', { name: 'Create group' }).click();
  await panel.getByText('Names that begin with pg_ are reserved by PostgreSQL.').waitFor();
});

test('a member of a group is added, removed, and restored by Undo', async () => {
  await create('group', 'planners');
  await goTo(page, `/dbadmin/groups/detail?connection_id=${server.id}&name=planners`);
  await page.getByText('No members yet.').waitFor();
  await page.getByRole('combobox', { name: 'Add member' }).click();
  await page.getByRole('option', { name: 'lena' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove lena' }).click();
  await page.getByText('Removed lena from planners.').waitFor();
  await page.getByText('No members yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Remove lena' }).waitFor();
});

test('access is granted to a group, and the page of a member shows the group as its source', async () => {
  await goTo(page, `/dbadmin/databases/${databaseId}?tab=access`);
  await page.getByRole('button', { name: 'Grant access' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Grant access' });
  await panel.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'planners' }).click();
  await panel.getByRole('radio', { name: 'Read and write' }).click();
  await panel.getByRole('button', { name: 'Grant access' }).click();
  const report = page.getByRole('status').filter({ hasText: 'Granted Read and write to planners' });
  await report.getByText('3 extension objects were not changed').click();
  await report.getByText('public.spatial_ref_sys').waitFor();
  expect(await report.getByText('could not be changed').count()).toBe(0);
  await goTo(page, `/dbadmin/users/detail?connection_id=${server.id}&name=lena`);
  const row = page.getByRole('row').filter({ hasText: 'land' });
  await row.getByText('Read and write · planners').waitFor();
});

test('a role that owns a table is deleted once the table is reassigned', async () => {
  await server.server.query('land', 'ALTER TABLE plots OWNER TO lena');
  await page.goto(`/dbadmin/users/detail?connection_id=${server.id}&name=lena`);
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete lena?' });
  await dialog.getByText('public.plots').waitFor();
  await dialog.getByRole('textbox', { name: 'Type lena to confirm' }).fill('lena');
  expect(await dialog.getByRole('button', { name: 'Delete role' }).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Reassign to' }).click();
  await page.getByRole('option', { name: 'planners' }).click();
  await dialog.getByRole('button', { name: 'Reassign and delete' }).click();
  await page.getByText('Deleted lena.').waitFor();
  const owners = await server.server.query(
    'land',
    `SELECT tableowner FROM pg_tables WHERE tablename = 'plots'`,
  );
  expect(owners).toEqual([{ tableowner: 'planners' }]);
});
