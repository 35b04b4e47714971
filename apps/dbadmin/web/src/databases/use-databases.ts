import { useApi } from '@cairn/ui';
import { dbadmin, type Database } from '../client.ts';
import { databasesKey } from '../query-keys.ts';

const WORKING_EVERY_MS = 2_000;
/** Facts that the service is looking up are there soon. */
const PENDING_EVERY_MS = 1_000;

/** Registered databases of one server, or of all; followed closely while a job works on one of them. */
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
  if (rows?.some(({ pending }) => pending)) return PENDING_EVERY_MS;
  return rows?.some(({ job, state }) => job || state === 'creating' || state === 'deleting')
    ? WORKING_EVERY_MS
    : false;
}
