import type { RouteObject } from 'react-router';
import { addMessages } from '@cairn/ui';

export const routes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./explorer/explorer-page.tsx')).ExplorerPage }),
  },
  {
    path: 'datasources',
    lazy: async () => {
      const [{ DatasourcesPage }, { datasourcesMessages }] = await Promise.all([
        import('./datasources/datasources-page.tsx'),
        import('./messages/en/datasources.ts'),
      ]);
      addMessages(datasourcesMessages);
      return { Component: DatasourcesPage };
    },
  },
];
