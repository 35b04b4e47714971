import { useApi } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { jobListKey } from '../query-keys.ts';
import { isActive } from './use-job-list.ts';

const EVERY_MS = 1_500;

/** One job, asked for again while it is under way; `''` asks for none. */
export function useJob(id: string) {
  return useApi(
    [...jobListKey, 'one', id],
    (signal) => dbadmin.GET('/api/jobs/{id}', { params: { path: { id } }, signal }),
    { enabled: id !== '', refetchInterval: (known) => (known && isActive(known) ? EVERY_MS : false) },
  );
}
