import { useApi } from '@cairn/ui';
import { reportMgmt } from '../client.ts';
import { definitionsKey } from '../query-keys.ts';

/** The reports that the person may view. */
export function useDefinitions() {
  return useApi(definitionsKey, (signal) => reportMgmt.GET('/api/v1/definitions', { signal }));
}
