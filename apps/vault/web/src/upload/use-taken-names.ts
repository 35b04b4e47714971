import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { unwrap } from '@cairn/ui';
import { vault } from '../client.ts';
import { datasetsKey } from '../query-keys.ts';

/** Asks for the names of all datasets that the person may see, in lower case; empty when the request fails. */
export function useTakenNames(): () => Promise<Set<string>> {
  const queries = useQueryClient();
  return async () => {
    const lists = await Promise.all([namesOf(queries, 'active'), namesOf(queries, 'archived')]);
    return new Set(lists.flat());
  };
}

/** Refreshes the lists that pages share, since another user may have added a dataset. */
async function namesOf(queries: QueryClient, which: 'active' | 'archived'): Promise<string[]> {
  const query = which === 'archived' ? { archived: 'only' } : {};
  const summaries = await queries
    .fetchQuery({
      queryKey: [...datasetsKey, which],
      queryFn: ({ signal }) => unwrap(vault.GET('/datasets-summary', { params: { query }, signal })),
      staleTime: 0,
      retry: false,
    })
    .catch(() => []);
  return summaries.map(({ name }) => name.toLowerCase());
}
