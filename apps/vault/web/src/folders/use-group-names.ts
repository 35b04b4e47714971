import { useQuery } from '@tanstack/react-query';
import { portalPath, requestJson, useMe } from '@cairn/ui';

/** The groups to which the person may open a folder: their own; for administrators all of them. */
export function useGroupNames(): string[] {
  const { data: me } = useMe();
  const { data: all } = useQuery({
    queryKey: ['cairn', 'group-names'],
    queryFn: ({ signal }) =>
      requestJson<{ items: { name: string }[] }>(`${portalPath()}/api/admin/groups`, { signal }),
    enabled: me?.admin === true,
    staleTime: 60_000,
  });
  return all?.items.map(({ name }) => name) ?? me?.user?.groups ?? [];
}
