import { dragFiles } from '../../e2e/src/drag-file.ts';
import { button, fill, inDialog, item, pick, press, steps, text, type State } from './states.ts';

const refuse = (path: string) => async (page: Parameters<NonNullable<State['open']>>[0]) => {
  await page.route(path, (route) =>
    route.fulfill({ status: 500, json: { error: 'The database did not answer.' } }),
  );
  await page.reload();
  await page.getByText('Loading failed').first().waitFor();
  await page.unroute(path);
};

export const portalStates: State[] = [
  {
    name: 'sign-in-refused',
    path: '/login',
    as: 'visitor',
    open: steps(fill('Username', 'mara'), fill('Password', 'wrong'), button('Sign in'), text(/password/)),
  },
  { name: 'home-visitor', path: '/', as: 'visitor' },
  { name: 'home-viewer', path: '/', as: 'viewer' },
  { name: 'catalog-visitor', path: '/catalog', as: 'visitor' },
  { name: 'sign-in-needed', path: '/account', as: 'visitor' },
  { name: 'access-denied', path: '/admin/users', as: 'viewer' },
  {
    name: 'home-drop',
    path: '/',
    open: async (page) => void (await dragFiles(page, [{ name: 'roads.geojson', bytes: '{}' }])),
  },
  { name: 'palette', path: '/', open: press('Control+k') },
  {
    name: 'palette-results',
    path: '/',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search datasets, pages, actions').fill('cit');
      await page.getByRole('dialog').getByText('Cities and capitals').waitFor();
    },
  },
  {
    name: 'palette-nothing',
    path: '/',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder('Search datasets, pages, actions').fill('xyzzy');
      await page.getByText('No results.').waitFor();
    },
  },
  { name: 'account-menu', path: '/', open: button(/^Account menu/) },
  { name: 'theme-menu', path: '/', open: button('Theme') },
  { name: 'jobs-tray', path: '/', open: button(/^Jobs|jobs? (is|are) running/) },
  {
    name: 'navigation',
    path: '/',
    widths: [360],
    open: steps(button('Open navigation'), (page) => page.getByRole('dialog').waitFor()),
  },
  { name: 'catalog-nothing', path: '/catalog?q=xyzzy' },
  { name: 'catalog-filtered', path: '/catalog?type=dataset&tags=world&view=list' },
  { name: 'catalog-failed', path: '/catalog', open: refuse('**/api/catalog*') },
  { name: 'token-new', path: '/account?panel=token' },
  {
    name: 'token-created',
    path: '/account?panel=token',
    open: async (page) => {
      const panel = page.getByRole('dialog');
      await panel.getByLabel('Name').fill('Nightly export');
      await panel.getByRole('button', { name: 'Create token' }).click();
      await panel.getByText('Copy it now').waitFor();
    },
  },
  { name: 'token-revoke', path: '/account', open: button('Revoke token') },
  {
    name: 'password-errors',
    path: '/account',
    open: steps(fill('New password', 'short'), button('Change password')),
  },
  { name: 'admin-user', path: '/admin/users/2' },
  { name: 'admin-user-menu', path: '/admin/users', open: button('Actions for mara') },
  { name: 'admin-user-errors', path: '/admin/users/new', open: inDialog('Create user') },
  { name: 'admin-user-unknown', path: '/admin/users/999' },
  { name: 'admin-group', path: '/admin/groups/4' },
  { name: 'admin-group-builtin', path: '/admin/groups/1' },
  { name: 'admin-group-delete', path: '/admin/groups/4', open: button('Delete group') },
  { name: 'admin-group-new', path: '/admin/groups/new' },
  {
    name: 'admin-resource',
    path: '/admin/resources',
    open: (page) => page.getByRole('link', { name: 'Cities and capitals' }).click(),
  },
  { name: 'admin-permission-new', path: '/admin/permissions/new' },
  {
    name: 'admin-audit-entry',
    path: '/admin/audit',
    open: (page) => page.getByRole('row').nth(2).getByRole('button').first().click(),
  },
  { name: 'admin-card-new', path: '/admin/portal', open: button('Add card') },
  { name: 'admin-card', path: '/admin/portal', open: button(/^Cities and capitals$/) },
  {
    name: 'admin-card-menu',
    path: '/admin/portal',
    open: button('Actions for Rivers'),
  },
  {
    name: 'admin-card-deleted',
    path: '/admin/portal',
    open: steps(
      button('Actions for Rivers'),
      item('Delete card'),
      text('Deleted Rivers.'),
      button('Undo'),
      text('Restored Rivers.'),
    ),
  },
  {
    name: 'admin-audit-filter',
    path: '/admin/audit',
    open: pick('Event type', 'Signed in'),
  },
];
