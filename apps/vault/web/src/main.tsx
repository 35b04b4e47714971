import { addMessages, bootApp } from '@cairn/ui';
import { messages } from './messages/en.ts';
import { datasetsKey, foldersKey } from './query-keys.ts';

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
      lazy: async () => {
        const [{ ComparePage }] = await Promise.all([
          import('./compare/compare-page.tsx'),
          datasetSentences(),
        ]);
        return { Component: ComparePage };
      },
    },
    {
      path: 'datasets/:name',
      lazy: async () => {
        const [{ DatasetPage }] = await Promise.all([
          import('./dataset/dataset-page.tsx'),
          datasetSentences(),
        ]);
        return { Component: DatasetPage };
      },
    },
  ],
  onJobEnd(job, queries) {
    const dataset = job.result?.dataset ?? job.dataset;
    for (const queryKey of [datasetsKey, foldersKey, ...(dataset ? [['dataset', dataset]] : [])])
      void queries.invalidateQueries({ queryKey });
  },
});

/** What a dataset's own pages say; the list does without. */
async function datasetSentences(): Promise<void> {
  addMessages((await import('./messages/en-dataset.ts')).datasetPageMessages);
}
