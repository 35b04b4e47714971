import { bootApp } from '@cairn/ui';
import { messages } from './messages/en.ts';
import { allDatabaseKeys, jobListKey } from './query-keys.ts';
import { routes } from './routes.tsx';

bootApp({
  service: 'dbadmin',
  messages,
  routes,
  onJobEnd(_job, queries) {
    for (const queryKey of [...allDatabaseKeys, jobListKey]) void queries.invalidateQueries({ queryKey });
  },
});
