import { useApi } from '@cairn/ui';
import { reportMgmt } from '../client.ts';

/** Names of the datasources that reports can read. */
export function useDatasourceNames() {
  return useApi(['datasource-names'], (signal) => reportMgmt.GET('/api/datasources', { signal }));
}
