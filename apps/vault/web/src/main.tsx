import { basePath, bootApp, t } from '@cairn/ui';
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
      path: 'datasets/:name',
      lazy: async () => ({ Component: (await import('./dataset/dataset-page.tsx')).DatasetPage }),
    },
  ],
  pagesInSearch: () => [{ title: t('upload.title'), href: `${basePath()}/upload`, userOnly: true }],
});
