import type { RouteObject } from 'react-router';
import { addMessages } from '@cairn/ui';

export const routes: RouteObject[] = [
  {
    index: true,
    lazy: async () => ({ Component: (await import('./datasets/dataset-list-page.tsx')).DatasetListPage }),
  },
  {
    path: 'upload',
    lazy: async () => ({ Component: (await import('./upload/upload-page.tsx')).UploadPage }),
  },
  {
    path: 'connections',
    lazy: async () => {
      const [{ ConnectionsPage }] = await Promise.all([
        import('./connections/connections-page.tsx'),
        addConnectionMessages(),
      ]);
      return { Component: ConnectionsPage };
    },
  },
  {
    path: 'connections/:id',
    lazy: async () => {
      const [{ ConnectionPage }] = await Promise.all([
        import('./connections/connection-page.tsx'),
        addConnectionMessages(),
      ]);
      return { Component: ConnectionPage };
    },
  },
  {
    path: 'connections/:id/table/:table',
    lazy: async () => {
      const [{ TablePage }] = await Promise.all([
        import('./connections/table-page.tsx'),
        addConnectionMessages(),
        addDatasetMessages(),
      ]);
      return { Component: TablePage };
    },
  },
  {
    path: 'map-servers',
    lazy: async () => {
      const [{ MapServersPage }] = await Promise.all([
        import('./map-servers/map-servers-page.tsx'),
        addMapServerMessages(),
      ]);
      return { Component: MapServersPage };
    },
  },
  {
    path: 'map-servers/:id',
    lazy: async () => {
      const [{ MapServerPage }] = await Promise.all([
        import('./map-servers/map-server-page.tsx'),
        addMapServerMessages(),
      ]);
      return { Component: MapServerPage };
    },
  },
  {
    path: 'gis-projects',
    lazy: async () => {
      const [{ GisProjectsPage }, { gisProjectsMessages }] = await Promise.all([
        import('./gis-projects/gis-projects-page.tsx'),
        import('./messages/en/gis-projects.ts'),
      ]);
      addMessages(gisProjectsMessages);
      return { Component: GisProjectsPage };
    },
  },
  {
    path: 'datasets/:name/compare',
    lazy: async () => {
      const [{ ComparePage }] = await Promise.all([
        import('./compare/compare-page.tsx'),
        addDatasetMessages(),
      ]);
      return { Component: ComparePage };
    },
  },
  {
    path: 'datasets/:name',
    lazy: async () => {
      const [{ DatasetPage }] = await Promise.all([
        import('./dataset/dataset-page.tsx'),
        addDatasetMessages(),
      ]);
      return { Component: DatasetPage };
    },
  },
];

/** The messages of a dataset's own pages, which the list does without. */
async function addDatasetMessages(): Promise<void> {
  addMessages((await import('./messages/en-dataset.ts')).datasetPageMessages);
}

async function addConnectionMessages(): Promise<void> {
  addMessages((await import('./messages/en/connections.ts')).connectionsMessages);
}

async function addMapServerMessages(): Promise<void> {
  addMessages((await import('./messages/en/map-servers.ts')).mapServerMessages);
}
