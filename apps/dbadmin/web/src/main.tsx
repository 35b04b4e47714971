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
        page('connections', async () => (await import('./connections/connections-page.tsx')).ConnectionsPage),
        page('databases', async () => (await import('./databases/databases-page.tsx')).DatabasesPage),
        page('databases/:id', async () => (await import('./database/database-page.tsx')).DatabasePage),
        page('jobs', async () => (await import('./jobs/jobs-page.tsx')).JobsPage),
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
