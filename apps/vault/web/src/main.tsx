import { basePath, bootApp, t } from '@cairn/ui';
import { datasetsKey } from './datasets/use-datasets.ts';
import { foldersKey } from './folders/use-folders.ts';
import { messages } from './messages/en.ts';

bootApp({
  service: 'vault',
  messages,
  routes: [
    {
      index: true,
      lazy: async () => ({ Component: (await import('./datasets/dataset-list-page.tsx')).DatasetListPage }),
    },
    {
      path: 'upload',
      lazy: async () => ({ Component: (await import('./upload/upload-page.tsx')).UploadPage }),
    },
    {
      path: 'datasets/:name/compare',
      lazy: async () => ({ Component: (await import('./compare/compare-page.tsx')).ComparePage }),
    },
    {
      path: 'datasets/:name',
      lazy: async () => ({ Component: (await import('./dataset/dataset-page.tsx')).DatasetPage }),
    },
  ],
  pagesInSearch: () => [{ title: t('upload.title'), href: `${basePath()}/upload`, editorOf: 'vault' }],
  onJobEnd(job, queries) {
    const dataset = job.result?.dataset ?? job.dataset;
    for (const queryKey of [datasetsKey, foldersKey, ...(dataset ? [['dataset', dataset]] : [])])
      void queries.invalidateQueries({ queryKey });
  },
});
