import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { asAdmin } from '../src/api.ts';
import { launchBrowser } from '../src/browser.ts';
import { registerServer, type RegisteredServer } from '../src/server.ts';
import { signedInState, visit } from '../src/session.ts';

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
  page = (await visit(browser, { storageState: await signedInState(browser, 'admin') })).page;
});
afterAll(async () => {
  await browser?.close();
  await server?.end();
});

async function create(kind: 'user' | 'group', name: string, password?: string): Promise<void> {
  await page.goto(`/dbadmin/${kind}s?connection_id=${server.id}&panel=new`);
  const panel = page.getByRole('dialog', { name: `Create a ${kind}` });
  await panel.getByRole('textbox', { name: 'Name' }).fill(name);
  if (password) await panel.locator('input[type="password"]').fill(password);
  await panel.getByRole('button', { name: `Create a ${kind}` }).click();
  await page.getByRole('link', { name, exact: true }).waitFor();
}

test('a user is created with a password that works and that the server’s log never saw', async () => {
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

test('where there are no groups but the server’s own, the page offers to make one and to show those', async () => {
  await page.goto(`/dbadmin/groups?connection_id=${server.id}`);
  await page.getByText('There are no groups but the server’s own').waitFor();
  await page.getByRole('button', { name: 'Show reserved ones' }).click();
  await page.getByRole('link', { name: 'pg_monitor', exact: true }).waitFor();
});

test('names that PostgreSQL keeps for itself are refused at the field', async () => {
  await page.goto(`/dbadmin/groups?connection_id=${server.id}&panel=new`);
  const panel = page.getByRole('dialog', { name: 'Create a group' });
  await panel.getByRole('textbox', { name: 'Name' }).fill('pg_everything');
  await panel.getByRole('button', { name: 'Create a group' }).click();
  await panel.getByText('Names that begin with pg_ belong to PostgreSQL.').waitFor();
});

test('a group gets a member, loses it, and has it back by Undo', async () => {
  await create('group', 'planners');
  await page.goto(`/dbadmin/groups/detail?connection_id=${server.id}&name=planners`);
  await page.getByText('Nobody is in this group yet.').waitFor();
  await page.getByRole('combobox', { name: 'Add a member' }).click();
  await page.getByRole('option', { name: 'lena' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Take lena out' }).click();
  await page.getByText('lena is no longer in planners.').waitFor();
  await page.getByText('Nobody is in this group yet.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Take lena out' }).waitFor();
});

test('access of a group is granted, and its member’s page says by which way the member has it', async () => {
  await page.goto(`/dbadmin/databases/${databaseId}?tab=access`);
  await page.getByRole('button', { name: 'Grant access' }).first().click();
  const panel = page.getByRole('dialog', { name: 'Grant access' });
  await panel.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'planners' }).click();
  await panel.getByRole('radio', { name: 'Read and write' }).click();
  await panel.getByRole('button', { name: 'Grant access' }).click();
  const report = page.getByRole('status').filter({ hasText: 'planners may now: Read and write' });
  await report.getByText('3 objects of extensions are left as they are').click();
  await report.getByText('public.spatial_ref_sys').waitFor();
  expect(await report.getByText('could not be granted').count()).toBe(0);
  await page.goto(`/dbadmin/users/detail?connection_id=${server.id}&name=lena`);
  const row = page.getByRole('row').filter({ hasText: 'land' });
  await row.getByText('Read and write · planners').waitFor();
});

test('a role that owns a table is dropped once another takes it over', async () => {
  await server.server.query('land', 'ALTER TABLE plots OWNER TO lena');
  await page.goto(`/dbadmin/users/detail?connection_id=${server.id}&name=lena`);
  await page.getByRole('button', { name: 'Drop …' }).click();
  const dialog = page.getByRole('dialog', { name: 'Drop lena?' });
  await dialog.getByText('public.plots').waitFor();
  await dialog.getByRole('textbox', { name: 'Type lena to confirm' }).fill('lena');
  expect(await dialog.getByRole('button', { name: 'Drop role' }).isDisabled()).toBe(true);
  await dialog.getByRole('combobox', { name: 'Reassign to' }).click();
  await page.getByRole('option', { name: 'planners' }).click();
  await dialog.getByRole('button', { name: 'Reassign and drop' }).click();
  await page.getByText('lena is dropped.').waitFor();
  const owners = await server.server.query(
    'land',
    `SELECT tableowner FROM pg_tables WHERE tablename = 'plots'`,
  );
  expect(owners).toEqual([{ tableowner: 'planners' }]);
});
