import { useApi } from '@cairn/ui';
import { portal } from './api.ts';

/** Query keys, so that a change can name what it makes old. */
export const keys = {
  cards: ['cards'],
  catalog: ['catalog'],
  users: ['users'],
  groups: ['groups'],
  overview: ['access-overview'],
  permissions: ['permissions'],
  tokens: ['tokens'],
  sessions: ['sessions'],
  audit: ['audit'],
  serviceDatabases: ['service-databases'],
} as const;

export function useCatalog() {
  return useApi(keys.catalog, (signal) => portal.GET('/api/catalog', { signal }), { staleTime: 20_000 });
}

export function useVisibleCards() {
  return useApi([...keys.cards, 'visible'], (signal) => portal.GET('/api/portal/cards', { signal }));
}

export function useAllCards(enabled = true) {
  return useApi([...keys.cards, 'all'], (signal) => portal.GET('/api/admin/portal/cards', { signal }), {
    enabled,
  });
}

export function useGroups(enabled = true) {
  return useApi(keys.groups, (signal) => portal.GET('/api/admin/groups', { signal }), { enabled });
}

export function useUsers(search = '', enabled = true) {
  return useApi(
    [...keys.users, 'list', search],
    (signal) => portal.GET('/api/admin/users', { params: { query: search ? { search } : {} }, signal }),
    { enabled, keepPrevious: true },
  );
}

export function useRegisteredServices(enabled = true) {
  return useApi(['registered-services'], (signal) => portal.GET('/api/admin/portal/services', { signal }), {
    enabled,
  });
}

/** Processes that `npm start` restarted; empty where it does not run the platform. */
export function useRestarts(enabled: boolean) {
  return useApi(['restarts'], (signal) => portal.GET('/api/admin/portal/restarts', { signal }), { enabled });
}

/** Databases that services reported as their own. */
export function useServiceDatabases(enabled: boolean) {
  return useApi(
    keys.serviceDatabases,
    (signal) => portal.GET('/api/admin/portal/service-databases', { signal }),
    { enabled },
  );
}

export function useResources(enabled = true) {
  return useApi(['resources'], (signal) => portal.GET('/api/admin/resources', { signal }), { enabled });
}
