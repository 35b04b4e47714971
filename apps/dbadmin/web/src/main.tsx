import { bootApp, type JobEnd } from '@cairn/ui';
import { Layout } from './layout/layout.tsx';
import { messages } from './messages/en.ts';
import { databasesKey, jobListKey } from './query-keys.ts';
import { searchPages } from './search-pages.ts';

bootApp({
  service: 'dbadmin',
  messages,
  routes: [
    {
      element: <Layout />,
      children: [
        page('workspace', async () => (await import('./workspace/workspace-page.tsx')).WorkspacePage),
        page('connections', async () => (await import('./connections/connections-page.tsx')).ConnectionsPage),
        page('databases', async () => (await import('./databases/databases-page.tsx')).DatabasesPage),
        page('databases/:id', async () => (await import('./database/database-page.tsx')).DatabasePage),
        page('users', async () => (await import('./roles/users-page.tsx')).UsersPage),
        page('users/detail', async () => (await import('./roles/role-page.tsx')).UserPage),
        page('groups', async () => (await import('./roles/groups-page.tsx')).GroupsPage),
        page('groups/detail', async () => (await import('./roles/role-page.tsx')).GroupPage),
        page('network-access', async () => (await import('./rules/rules-page.tsx')).RulesPage),
        page('settings', async () => (await import('./settings/settings-page.tsx')).SettingsPage),
        page('jobs', async () => (await import('./jobs/jobs-page.tsx')).JobsPage),
        page('terminal', async () => (await import('./terminal/terminal-page.tsx')).TerminalPage),
      ],
    },
  ],
  pagesInSearch: searchPages,
  onJobEnd: refreshAfterJob,
});

function page(path: string, load: () => Promise<React.ComponentType>) {
  return { path, lazy: async () => ({ Component: await load() }) };
}

function refreshAfterJob(...[, queries]: Parameters<JobEnd>): void {
  for (const queryKey of [databasesKey, ['database'], jobListKey])
    void queries.invalidateQueries({ queryKey });
}
