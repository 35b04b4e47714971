import { useApi } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { databaseKey } from '../query-keys.ts';

/** The tables of one schema, or of all when it is empty. */
export function useTables(databaseId: number, schema: string, enabled = true) {
  const query = schema === '' ? {} : { schema };
  return useApi(
    [...databaseKey(databaseId), 'tables', schema],
    (signal) =>
      dbadmin.GET('/api/databases/{id}/tables', { params: { path: { id: databaseId }, query }, signal }),
    { enabled, staleTime: 15_000 },
  );
}

export function useSchemas(databaseId: number) {
  return useApi([...databaseKey(databaseId), 'schemas'], (signal) =>
    dbadmin.GET('/api/databases/{id}/schemas', { params: { path: { id: databaseId } }, signal }),
  );
}
