import { useQueries } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';
import { servicePath } from '../boot/base-path.ts';
import { manifests } from './manifests.ts';
import { useServices } from './use-services.ts';

/** Something of a service that search can lead to. */
export interface ServiceItem {
  service: string;
  id: string;
  title: string;
  description?: string;
  href: string;
}

const LISTS = Object.entries(manifests).flatMap(([service, { search }]) =>
  search ? [{ service, list: search.list }] : [],
);

/** What the services that the person may use list for search. */
export function useServiceItems(): { items: ServiceItem[]; isLoading: boolean } {
  const { data: services } = useServices();
  const answers = useQueries({
    queries: LISTS.map(({ service, list }) => {
      const root = servicePath(service);
      return {
        queryKey: ['cairn', 'search-items', service],
        queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ServiceItem[]> => {
          const { items } = await requestJson<{
            items: { id: string; title: string; description?: string; path: string }[];
          }>(root + list, { signal });
          return items.map(({ path, ...item }) => ({ ...item, service, href: root + path }));
        },
        enabled: services?.some(({ service_key: key }) => key === service) === true,
        staleTime: 30_000,
        retry: false,
      };
    }),
  });
  return {
    items: answers.flatMap(({ data }) => data ?? []),
    isLoading: answers.some((answer) => answer.isLoading),
  };
}
