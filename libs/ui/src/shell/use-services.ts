import { useQuery } from '@tanstack/react-query';
import { portalPath } from '../boot/base-path.ts';
import { requestJson } from '../api/request.ts';

export interface ServiceEntry {
  service_key: string;
  display_name: string;
}

/** The services that have registered with the portal and that the caller may use. */
export function useServices() {
  return useQuery({
    queryKey: ['cairn', 'services'],
    queryFn: ({ signal }) =>
      requestJson<{ items: ServiceEntry[] }>(`${portalPath()}/api/services`, { signal }),
    select: (answer) => answer.items,
    staleTime: 60_000,
    retry: false,
  });
}
