import { useApi } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { overviewKey } from '../query-keys.ts';

/** What a server says of itself right now; asked again every half minute as long as somebody looks. */
export function useOverview(id: number) {
  return useApi(
    overviewKey(id),
    (signal) => dbadmin.GET('/api/connections/{id}/overview', { params: { path: { id } }, signal }),
    { staleTime: 15_000, refetchInterval: 30_000 },
  );
}
