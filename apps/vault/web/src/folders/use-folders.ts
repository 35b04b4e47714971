import { useApi, useMe } from '@cairn/ui';
import { vault } from '../client.ts';
import { foldersKey } from '../query-keys.ts';

/** The folders that the person may open, by name: active ones, or archived ones alone. */
export function useFolders(which: 'active' | 'archived' = 'active', enabled = true) {
  const isSignedIn = useMe().data?.authenticated === true;
  const query = which === 'archived' ? { archived: 'only' } : {};
  return useApi(
    [...foldersKey, which],
    (signal) => vault.GET('/api/folders', { params: { query }, signal }),
    { enabled: enabled && isSignedIn, staleTime: 20_000 },
  );
}

/** One folder, archived or not. */
export function useFolder(id: number | null) {
  return useApi(
    [...foldersKey, id],
    (signal) => vault.GET('/api/folders/{id}', { params: { path: { id: id ?? 0 } }, signal }),
    { enabled: id !== null },
  );
}
