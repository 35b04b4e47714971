import { useQuery } from '@tanstack/react-query';
import { portalPath } from '../boot/base-path.ts';
import { requestJson } from '../api/request.ts';

export interface Rights {
  view: boolean;
  edit: boolean;
  admin: boolean;
}

export interface ServiceEntry {
  service_key: string;
  display_name: string;
  /** What the caller may do in the service. */
  permissions: Rights;
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

const none: Rights = { view: false, edit: false, admin: false };

/** What the caller may do in a service as a whole; nothing while that is loading. The server checks it again. */
export function useRights(service: string): Rights & { isLoading: boolean } {
  const { data, isLoading } = useServices();
  return { ...(data?.find((entry) => entry.service_key === service)?.permissions ?? none), isLoading };
}
