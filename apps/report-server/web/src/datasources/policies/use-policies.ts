import { useQuery } from '@tanstack/react-query';
import { portalPath, requestJson, useApi } from '@cairn/ui';
import { reportServer } from '../../client.ts';

export const policiesKey = (datasource: string) => ['row-policies', datasource] as const;

export function usePolicies(key: string) {
  return useApi(policiesKey(key), (signal) =>
    reportServer.GET('/api/v1/datasources/{key}/row-policies', { params: { path: { key } }, signal }),
  );
}

export interface Group {
  id: number;
  name: string;
}

/** All groups of the platform, from the portal. */
export function useGroups() {
  return useQuery({
    queryKey: ['cairn', 'groups'],
    queryFn: async ({ signal }) =>
      (await requestJson<{ items: Group[] }>(`${portalPath()}/api/admin/groups`, { signal })).items,
    staleTime: 60_000,
  });
}
