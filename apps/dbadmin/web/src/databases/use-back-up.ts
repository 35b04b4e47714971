import { useQueryClient } from '@tanstack/react-query';
import { notifyError, unwrap } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { followJob } from '../jobs/use-jobs.ts';
import { jobChangeKeys } from '../query-keys.ts';

/** Backs up databases, one job each; shows the error of the first that was refused. */
export function useBackUp() {
  const queries = useQueryClient();
  return async (databases: { id: number }[]): Promise<void> => {
    const results = await Promise.allSettled(
      databases.map(async ({ id }) => {
        const { job_id: jobId } = await unwrap(
          dbadmin.POST('/api/databases/{id}/backup', { params: { path: { id } } }),
        );
        followJob(queries, id, jobId);
      }),
    );
    const refused = results.find(({ status }) => status === 'rejected');
    if (refused?.status === 'rejected') notifyError(refused.reason);
    for (const queryKey of jobChangeKeys) void queries.invalidateQueries({ queryKey });
  };
}
