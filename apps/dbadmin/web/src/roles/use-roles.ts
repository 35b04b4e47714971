import { useApi } from '@cairn/ui';
import { dbadmin } from '../client.ts';
import { rolesKey } from '../query-keys.ts';

export type RoleKind = 'users' | 'groups';

/** Login roles of a server, or roles that cannot log in. */
export function useRoles(connectionId: number, kind: RoleKind) {
  const params = { path: { id: connectionId } };
  return useApi(
    [...rolesKey(connectionId), kind],
    (signal) =>
      kind === 'users'
        ? dbadmin.GET('/api/connections/{id}/pg-users', { params, signal })
        : dbadmin.GET('/api/connections/{id}/pg-groups', { params, signal }),
    { staleTime: 10_000 },
  );
}
