import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Reads lists and other entries again after one was deleted; the deleted one is no longer asked for. */
export function refreshOthers(queries: QueryClient, queryKey: QueryKey, deleted: number): Promise<void> {
  return queries.invalidateQueries({
    queryKey,
    predicate: (query) => query.queryKey[queryKey.length] !== deleted,
  });
}
