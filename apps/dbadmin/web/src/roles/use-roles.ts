import { t, useApi } from '@cairn/ui';
import { dbadmin, type Role } from '../client.ts';
import { rolesKey } from '../query-keys.ts';

export type RoleKind = 'users' | 'groups';

/** Roles of a server that can log in (users), or cannot (groups). */
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

/** Users and groups as the options of a Select, without those that `isOffered` rejects. */
export function useRoleOptions(connectionId: number, isOffered: (role: Role) => boolean) {
  const namesOf = (roles: Role[] = []) => roles.filter(isOffered).map(({ name }) => name);
  return [
    { group: t('nav.users'), items: namesOf(useRoles(connectionId, 'users').data) },
    { group: t('nav.groups'), items: namesOf(useRoles(connectionId, 'groups').data) },
  ];
}

/** Objects that a role owns, in all databases of the server. */
export function useOwnedObjects(connectionId: number, name: string, enabled = true) {
  const params = { path: { id: connectionId, name } };
  return useApi(
    [...rolesKey(connectionId), 'owned', name],
    (signal) => dbadmin.GET('/api/connections/{id}/pg-users/{name}/owned', { params, signal }),
    { enabled },
  );
}
