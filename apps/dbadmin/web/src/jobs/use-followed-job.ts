import { skipToken, useQuery, type QueryClient } from '@tanstack/react-query';

const followedJobKey = (databaseId: number) => ['followed-job', databaseId] as const;

/** Id of the job that the page of a database shows: the one started last. `''` when there is no such job. */
export function useFollowedJob(databaseId: number): string {
  return useQuery<string>({ queryKey: followedJobKey(databaseId), queryFn: skipToken }).data ?? '';
}

/** Shows this job on the page of the database; `''` shows no job. */
export function followJob(queries: QueryClient, databaseId: number, jobId: string): void {
  queries.setQueryData(followedJobKey(databaseId), jobId);
}
