import { addMessages, bootApp, type JobEnd } from '@cairn/ui';
import { Layout } from './layout/layout.tsx';
import { messages } from './messages/en.ts';
import { databasesKey, jobListKey } from './query-keys.ts';

bootApp({
  service: 'dbadmin',
  messages,
  routes: [
    {
      element: <Layout />,
      children: [
        laterPage('workspace', async () => (await import('./workspace/workspace-page.tsx')).WorkspacePage),
        page('connections', async () => (await import('./connections/connections-page.tsx')).ConnectionsPage),
        page('databases', async () => (await import('./databases/databases-page.tsx')).DatabasesPage),
        laterPage('databases/:id', async () => (await import('./database/database-page.tsx')).DatabasePage),
        laterPage('users', async () => (await import('./roles/users-page.tsx')).UsersPage),
        laterPage('users/detail', async () => (await import('./roles/role-page.tsx')).UserPage),
        laterPage('groups', async () => (await import('./roles/groups-page.tsx')).GroupsPage),
        laterPage('groups/detail', async () => (await import('./roles/role-page.tsx')).GroupPage),
        laterPage('network-access', async () => (await import('./rules/rules-page.tsx')).RulesPage),
        laterPage('settings', async () => (await import('./settings/settings-page.tsx')).SettingsPage),
        page('jobs', async () => (await import('./jobs/jobs-page.tsx')).JobsPage),
        laterPage('terminal', async () => (await import('./terminal/terminal-page.tsx')).TerminalPage),
      ],
    },
  ],
  onJobEnd: refreshAfterJob,
});

function page(path: string, load: () => Promise<React.ComponentType>) {
  return { path, lazy: async () => ({ Component: await load() }) };
}

/** A page whose sentences come with it. */
function laterPage(path: string, load: () => Promise<React.ComponentType>) {
  return page(path, async () => {
    const [Component, { moreMessages }] = await Promise.all([load(), import('./messages/en-more.ts')]);
    addMessages(moreMessages);
    return Component;
  });
}

function refreshAfterJob(...[, queries]: Parameters<JobEnd>): void {
  for (const queryKey of [databasesKey, ['database'], jobListKey])
    void queries.invalidateQueries({ queryKey });
}
