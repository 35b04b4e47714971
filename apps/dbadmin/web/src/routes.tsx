import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { addMessages } from '@cairn/ui';
import { Layout } from './layout/layout.tsx';

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      withMessages('workspace', async () => (await import('./workspace/workspace-page.tsx')).WorkspacePage),
      route('connections', async () => (await import('./connections/connections-page.tsx')).ConnectionsPage),
      route('databases', async () => (await import('./databases/databases-page.tsx')).DatabasesPage),
      withMessages('databases/:id', async () => (await import('./database/database-page.tsx')).DatabasePage),
      withMessages('users', async () => (await import('./roles/roles-page.tsx')).UsersPage),
      withMessages('users/detail', async () => (await import('./roles/role-page.tsx')).UserPage),
      withMessages('groups', async () => (await import('./roles/roles-page.tsx')).GroupsPage),
      withMessages('groups/detail', async () => (await import('./roles/role-page.tsx')).GroupPage),
      withMessages('network-access', async () => (await import('./rules/rules-page.tsx')).RulesPage),
      withMessages('settings', async () => (await import('./settings/settings-page.tsx')).SettingsPage),
      route('jobs', async () => (await import('./jobs/jobs-page.tsx')).JobsPage),
      withMessages('terminal', async () => (await import('./terminal/terminal-page.tsx')).TerminalPage),
    ],
  },
];

function route(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, lazy: async () => ({ Component: await load() }) };
}

/** A page whose messages load with it. */
function withMessages(path: string, load: () => Promise<ComponentType>): RouteObject {
  return route(path, async () => {
    const [Component, { lazyMessages }] = await Promise.all([load(), import('./messages/en-lazy.ts')]);
    addMessages(lazyMessages);
    return Component;
  });
}
