import { bootApp } from '@cairn/ui';
import { messages } from './messages/en.ts';
import { datasetKey, datasetsKey, foldersKey } from './query-keys.ts';
import { routes } from './routes.tsx';

bootApp({
  service: 'vault',
  messages,
  routes,
  onJobEnd(job, queries) {
    const dataset = job.result?.dataset ?? job.dataset;
    for (const queryKey of [datasetsKey, foldersKey, ...(dataset ? [datasetKey(String(dataset))] : [])])
      void queries.invalidateQueries({ queryKey });
  },
});
