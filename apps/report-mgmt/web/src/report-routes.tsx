import type { RouteObject } from 'react-router';
import { addMessages } from '@cairn/ui';

/** The pages of reports. */
export const reportRoutes: RouteObject[] = [
  {
    path: 'workspace.php',
    lazy: async () => {
      const [{ WorkspacePage }, { workspaceMessages }] = await Promise.all([
        import('./workspace/workspace-page.tsx'),
        import('./messages/en/workspace.ts'),
        addRunsMessages(),
      ]);
      addMessages(workspaceMessages);
      return { Component: WorkspacePage };
    },
  },
  {
    path: 'reports/index.php',
    lazy: async () => ({ Component: (await import('./catalog/catalog-page.tsx')).CatalogPage }),
  },
  {
    path: 'reports/view.php',
    lazy: async () => {
      const [{ ViewPage }] = await Promise.all([
        import('./report/view-page.tsx'),
        addReportMessages(),
        addRunsMessages(),
      ]);
      return { Component: ViewPage };
    },
  },
  {
    path: 'reports/report_runner.php',
    lazy: async () => {
      const [{ RunnerPage }, { runnerMessages }] = await Promise.all([
        import('./runner/runner-page.tsx'),
        import('./messages/en/runner.ts'),
      ]);
      addMessages(runnerMessages);
      return { Component: RunnerPage };
    },
  },
  {
    path: 'reports/publish_report.php',
    lazy: async () => {
      const [{ PublishPage }] = await Promise.all([
        import('./publish/publish-page.tsx'),
        addReportMessages(),
        addPublishMessages(),
      ]);
      return { Component: PublishPage };
    },
  },
  {
    path: 'reports/edit_report.php',
    lazy: async () => {
      const [{ EditPage }] = await Promise.all([
        import('./edit/edit-page.tsx'),
        addReportMessages(),
        addPublishMessages(),
      ]);
      return { Component: EditPage };
    },
  },
  {
    path: 'reports/delete_report.php',
    lazy: async () => {
      const [{ DeletePage }] = await Promise.all([import('./edit/delete-page.tsx'), addPublishMessages()]);
      return { Component: DeletePage };
    },
  },
  {
    path: 'reports/datasources.php',
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
    path: 'reports/generate_report_context.php',
    lazy: async () => {
      const [{ ContextPage }, { contextMessages }] = await Promise.all([
        import('./context/context-page.tsx'),
        import('./messages/en/context.ts'),
        addReportMessages(),
        addPublishMessages(),
      ]);
      addMessages(contextMessages);
      return { Component: ContextPage };
    },
  },
  {
    path: 'reports/resource_sync.php',
    lazy: async () => {
      const [{ SyncPage }, { syncMessages }] = await Promise.all([
        import('./sync/sync-page.tsx'),
        import('./messages/en/sync.ts'),
      ]);
      addMessages(syncMessages);
      return { Component: SyncPage };
    },
  },
];

async function addReportMessages(): Promise<void> {
  const { reportMessages } = await import('./messages/en/report.ts');
  addMessages(reportMessages);
}

async function addRunsMessages(): Promise<void> {
  const { runsMessages } = await import('./messages/en/runs.ts');
  addMessages(runsMessages);
}

async function addPublishMessages(): Promise<void> {
  const { publishMessages } = await import('./messages/en/publish.ts');
  addMessages(publishMessages);
}
