import { useQueryClient } from '@tanstack/react-query';
import { jobsKey, notifyError, unwrap } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { followJob } from '../jobs/use-followed-job.ts';
import { databasesKey, jobListKey } from '../query-keys.ts';

/** Backs up some databases, a job each; says what stopped the first that was refused. */
export function useBackups() {
  const queries = useQueryClient();
  return async (rows: { id: number; name: string }[]): Promise<void> => {
    const asked = await Promise.allSettled(
      rows.map(async ({ id }) => {
        const { job_id: jobId } = await unwrap(
          dbadmin.POST('/api/databases/{id}/backup', { params: { path: { id } } }),
        );
        followJob(queries, id, jobId);
      }),
    );
    const failed = asked.find((each) => each.status === 'rejected');
    if (failed) notifyError(failed.reason);
    for (const queryKey of [databasesKey, ['database'], jobsKey, jobListKey])
      void queries.invalidateQueries({ queryKey });
  };
}
