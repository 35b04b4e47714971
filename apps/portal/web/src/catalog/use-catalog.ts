import { useApi } from '@cairn/ui';
import { portal } from '../client.ts';
import { catalogKey } from '../query-keys.ts';

export function useCatalog() {
  return useApi(catalogKey, (signal) => portal.GET('/api/catalog', { signal }), { staleTime: 20_000 });
}
