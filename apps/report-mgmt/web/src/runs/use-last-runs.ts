import { useApi } from '@cairn/ui';
import { reportMgmt } from '../client.ts';
import { executionsKey } from '../query-keys.ts';

/** The last runs that the person may see, of one report or of all; `viewer` for those that people started. */
export function useLastRuns(query: { report?: string; trigger?: 'viewer'; limit: number }) {
  return useApi([...executionsKey, query], (signal) =>
    reportMgmt.GET('/api/v1/executions', { params: { query }, signal }),
  );
}
