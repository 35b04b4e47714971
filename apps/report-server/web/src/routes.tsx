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
  {
    path: 'dashboards',
    lazy: async () => {
      const [{ DashboardsPage }] = await Promise.all([
        import('./dashboards/list/dashboards-page.tsx'),
        addDashboardMessages(),
      ]);
      return { Component: DashboardsPage };
    },
  },
  {
    path: 'dashboards/:owner/:key',
    lazy: async () => {
      const [{ DashboardPage }] = await Promise.all([
        import('./dashboards/dashboard-page.tsx'),
        addDashboardMessages(),
        // Parameters have the fields of the viewer.
        addViewerMessages(),
      ]);
      return { Component: DashboardPage };
    },
  },
  {
    path: 'embedding',
    lazy: async () => {
      const [{ EmbeddingPage }, { embeddingMessages }] = await Promise.all([
        import('./embedding/embedding-page.tsx'),
        import('./messages/en/embedding.ts'),
      ]);
      addMessages(embeddingMessages);
      return { Component: EmbeddingPage };
    },
  },
  {
    path: 'library',
    lazy: async () => {
      const [{ LibraryPage }] = await Promise.all([
        import('./library/library-page.tsx'),
        addLibraryMessages(),
      ]);
      return { Component: LibraryPage };
    },
  },
  {
    path: 'runs',
    lazy: async () => {
      const [{ RunsPage }] = await Promise.all([import('./runs/runs-page.tsx'), addLibraryMessages()]);
      return { Component: RunsPage };
    },
  },
  {
    path: 'library/new',
    lazy: async () => {
      const [{ NewReportPage }] = await Promise.all([
        import('./builder/new-report-page.tsx'),
        addLibraryMessages(),
        addBuilderMessages(),
      ]);
      return { Component: NewReportPage };
    },
  },
  {
    path: 'library/:key',
    lazy: async () => {
      const [{ ViewerPage }] = await Promise.all([
        import('./viewer/viewer-page.tsx'),
        addLibraryMessages(),
        addViewerMessages(),
      ]);
      return { Component: ViewerPage };
    },
  },
  {
    path: 'library/:key/edit',
    lazy: async () => {
      const [{ BuilderPage }] = await Promise.all([
        import('./builder/builder-page.tsx'),
        addLibraryMessages(),
        addBuilderMessages(),
      ]);
      return { Component: BuilderPage };
    },
  },
];

async function addViewerMessages(): Promise<void> {
  const { viewerMessages } = await import('./messages/en/viewer.ts');
  addMessages(viewerMessages);
}

async function addBuilderMessages(): Promise<void> {
  const { builderPageMessages } = await import('./messages/en-builder.ts');
  addMessages(builderPageMessages);
}

async function addLibraryMessages(): Promise<void> {
  const { libraryPageMessages } = await import('./messages/en-library.ts');
  addMessages(libraryPageMessages);
}

async function addDashboardMessages(): Promise<void> {
  const { dashboardPageMessages } = await import('./messages/en-dashboards.ts');
  addMessages(dashboardPageMessages);
}
