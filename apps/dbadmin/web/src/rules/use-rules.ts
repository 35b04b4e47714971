import { useApi } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { rulesKey } from '../query-keys.ts';

/** The managed rules of a server in their order, and when they were applied. */
export function useRules(connectionId: number) {
  return useApi(rulesKey(connectionId), (signal) =>
    dbadmin.GET('/api/connections/{id}/access-rules', { params: { path: { id: connectionId } }, signal }),
  );
}

/** The changes that applying makes to the file: the whole file, or a few lines around each change. */
export function useRulePreview(connectionId: number, { isWhole }: { isWhole: boolean }) {
  return useApi(
    [...rulesKey(connectionId), 'preview', isWhole],
    (signal) =>
      dbadmin.GET('/api/connections/{id}/access-rules/preview', {
        params: { path: { id: connectionId }, query: isWhole ? { context: 'all' } : {} },
        signal,
      }),
    { keepPrevious: true },
  );
}
