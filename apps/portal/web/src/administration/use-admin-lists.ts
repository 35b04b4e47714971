import { useApi } from '@cairn/ui';
import { portal } from '../client.ts';
import { cardsKey, groupsKey, permissionsKey, usersKey } from '../query-keys.ts';

/** All cards of the home page, in any order. */
export function useAllCards(enabled = true) {
  return useApi([...cardsKey, 'all'], (signal) => portal.GET('/api/admin/portal/cards', { signal }), {
    enabled,
  });
}

export function useGroups(enabled = true) {
  return useApi(groupsKey, (signal) => portal.GET('/api/admin/groups', { signal }), { enabled });
}

export function usePermissions(enabled = true) {
  return useApi(permissionsKey, (signal) => portal.GET('/api/admin/permissions', { signal }), { enabled });
}

export function useRegisteredServices(enabled = true) {
  return useApi(['registered-services'], (signal) => portal.GET('/api/admin/portal/services', { signal }), {
    enabled,
  });
}

/** The name of a service by its key; the key itself for one that is not registered. */
export function useServiceName(): (key: string) => string {
  const items = useRegisteredServices().data?.items;
  return (key) => items?.find(({ service_key }) => service_key === key)?.display_name ?? key;
}

export function useResources(enabled = true) {
  return useApi(['resources'], (signal) => portal.GET('/api/admin/resources', { signal }), { enabled });
}

export function useUsers(search = '', enabled = true) {
  return useApi(
    [...usersKey, 'list', search],
    (signal) => portal.GET('/api/admin/users', { params: { query: search ? { search } : {} }, signal }),
    { enabled, keepPrevious: true },
  );
}
