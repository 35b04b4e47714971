import { useApi } from '@cairn/ui';
import { dbadmin, type Database } from '../client.ts';
import { databasesKey } from '../query-keys.ts';

const JOB_INTERVAL_MS = 2_000;
/** Sizes and counts that the service is still reading are available soon. */
const PENDING_INTERVAL_MS = 1_000;

/** Registered databases of one server, or of all; polled while a job works on one of them. */
export function useDatabases(connectionId = '') {
  return useApi(
    [...databasesKey, connectionId],
    (signal) =>
      dbadmin.GET('/api/databases', {
        params: { query: connectionId === '' ? {} : { connection_id: connectionId } },
        signal,
      }),
    { staleTime: 10_000, keepPrevious: true, refetchInterval: intervalFor },
  );
}

function intervalFor(rows: Database[] | undefined): number | false {
  if (rows?.some(({ pending }) => pending)) return PENDING_INTERVAL_MS;
  return rows?.some(({ job, state }) => job || state === 'creating' || state === 'deleting')
    ? JOB_INTERVAL_MS
    : false;
}
