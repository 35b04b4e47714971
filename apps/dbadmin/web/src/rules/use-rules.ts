import { useApi } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { rulesKey } from '../query-keys.ts';

/** The rules of a server in their order, and what is known of its file. */
export function useRules(connectionId: number) {
  return useApi(rulesKey(connectionId), (signal) =>
    dbadmin.GET('/api/connections/{id}/access-rules', { params: { path: { id: connectionId } }, signal }),
  );
}

/** What applying would change; asked anew after every change of the rules. */
export function useRulePreview(connectionId: number) {
  return useApi([...rulesKey(connectionId), 'preview'], (signal) =>
    dbadmin.GET('/api/connections/{id}/access-rules/preview', {
      params: { path: { id: connectionId } },
      signal,
    }),
  );
}
