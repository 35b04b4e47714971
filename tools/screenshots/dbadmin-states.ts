import { boreholes } from '../../e2e/src/boreholes.ts';
import { button, file, inDialog, item, pick, steps, text, type State } from './states.ts';

export function dbadminStates(database: number, server: number): State[] {
  const page = (tab: string) => `/dbadmin/databases/${database}?tab=${tab}`;
  const on = (path: string, more = '') => `/dbadmin/${path}?connection_id=${server}${more}`;
  const states: State[] = [
    { name: 'dbadmin-denied', path: '/dbadmin/workspace', as: 'viewer' },
    { name: 'dbadmin-database-menu', path: '/dbadmin/databases', open: button('Actions for land_register') },
    { name: 'dbadmin-clone', path: `/dbadmin/databases?panel=clone:${database}` },
    { name: 'dbadmin-delete', path: `/dbadmin/databases?panel=delete:${database}` },
    {
      name: 'dbadmin-database-selected',
      path: '/dbadmin/databases',
      open: (at) => at.getByRole('checkbox', { name: 'Select land_register' }).check(),
    },
    {
      name: 'dbadmin-create-errors',
      path: '/dbadmin/databases?panel=create',
      open: inDialog('Create database'),
    },
    { name: 'dbadmin-backup-menu', path: page('backups'), open: button(/^Actions for .*dump/) },
    {
      name: 'dbadmin-restore',
      path: page('backups'),
      open: steps(button(/^Actions for .*dump/), item('Restore…')),
    },
    {
      name: 'dbadmin-restore-replace',
      path: page('backups'),
      open: steps(button(/^Actions for .*dump/), item('Restore…'), (at) =>
        at.getByText('Replace land_register').click(),
      ),
    },
    {
      name: 'dbadmin-backup-delete',
      path: page('backups'),
      open: steps(button(/^Actions for .*dump/), item('Delete…')),
    },
    {
      name: 'dbadmin-import-file',
      path: page('import'),
      open: steps(file('boreholes.geojson', JSON.stringify(boreholes())), text('3 features')),
    },
    { name: 'dbadmin-import-refused', path: page('import'), open: file('report.pdf', '%PDF') },
    { name: 'dbadmin-grant', path: page('access'), open: button('Grant access') },
    { name: 'dbadmin-access-menu', path: page('access'), open: button('Actions for surveyors') },
    { name: 'dbadmin-table-menu', path: page('tables'), open: button('Actions for countries') },
    { name: 'dbadmin-database-unknown', path: '/dbadmin/databases/999' },
    {
      name: 'dbadmin-job-failed',
      path: '/dbadmin/jobs?status=failed',
      open: (at) => at.getByRole('list', { name: 'Jobs' }).getByRole('button').first().click(),
    },
    { name: 'dbadmin-jobs-nothing', path: '/dbadmin/jobs?status=cancelled' },
    { name: 'dbadmin-server-menu', path: '/dbadmin/connections', open: button('Actions for This machine') },
    {
      name: 'dbadmin-server-tested',
      path: `/dbadmin/connections?panel=${server}`,
      open: steps(button('Test connection'), text(/Connected to/), button('Check'), text(/PostGIS/)),
    },
    { name: 'dbadmin-unregister', path: `/dbadmin/connections?panel=${server}`, open: button('Unregister…') },
    {
      name: 'dbadmin-server-failed',
      path: '/dbadmin/connections?panel=new',
      open: async (at) => {
        const panel = at.getByRole('dialog');
        for (const [label, value] of Object.entries({
          Name: 'Far',
          Host: '127.0.0.1',
          Port: '9',
          'Admin role': 'postgres',
        }))
          await panel.getByRole('textbox', { name: label }).fill(value);
        await panel.locator('input[type="password"]').fill('secret');
        await panel.getByRole('button', { name: 'Test and register' }).click();
        await panel.getByText('Not saved.').waitFor();
      },
    },
    { name: 'dbadmin-user-lena', path: on('users/detail', '&name=lena') },
    { name: 'dbadmin-user-delete', path: on('users/detail', '&name=lena'), open: button('Delete…') },
    { name: 'dbadmin-group-surveyors', path: on('groups/detail', '&name=surveyors') },
    { name: 'dbadmin-role-unknown', path: on('users/detail', '&name=nobody') },
    { name: 'dbadmin-group-new', path: on('groups', '&panel=new') },
    {
      name: 'dbadmin-rule-wrong',
      path: on('network-access', '&panel=new'),
      open: async (at) => {
        const panel = at.getByRole('dialog');
        await panel.getByRole('textbox', { name: 'Network' }).fill('10.20.0.1/16');
        await panel.getByRole('button', { name: 'Save rule' }).click();
      },
    },
    {
      name: 'dbadmin-setting-edit',
      path: on('settings', '&q=work_mem'),
      open: steps(
        button('Edit work_mem'),
        (at) => at.locator('[data-setting="work_mem"]').getByRole('textbox').fill('1kB'),
        button('Save'),
        (at) => at.getByRole('alert').waitFor(),
      ),
    },
    { name: 'dbadmin-settings-nothing', path: on('settings', '&q=xyzzy') },
    {
      name: 'dbadmin-psql-query',
      path: on('terminal', '&database=land_register'),
      open: async (at) => {
        await at.locator('[data-link="open"]').waitFor();
        await at.locator('.xterm-rows').filter({ hasText: '=#' }).waitFor();
        await at.keyboard.type('SELECT name, continent FROM public.countries LIMIT 5;\n');
        await at.locator('.xterm-rows').filter({ hasText: '5 rows' }).waitFor();
      },
    },
    {
      name: 'dbadmin-server-commands',
      path: on('terminal'),
      open: steps(pick('Type', 'Server commands'), button('New terminal'), (at) =>
        at.locator('[data-link="open"]:visible').waitFor(),
      ),
    },
    { name: 'dbadmin-server-log', path: on('terminal'), open: pick('Type', 'Server log') },
    { name: 'dbadmin-terminal-viewer', path: on('terminal'), as: 'viewer' },
  ];
  return states;
}
