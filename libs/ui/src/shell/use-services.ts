import { useQuery } from '@tanstack/react-query';
import { portalPath } from '../boot/base-path.ts';
import { ownSignIn } from '../api/own-sign-in.ts';
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

/** The services that have registered with the portal and that the caller may use; one that has a sign-in of its own, alone. */
export function useServices() {
  return useQuery({
    queryKey: ['cairn', 'services'],
    queryFn: ({ signal }) =>
      ownServices() ?? requestJson<{ items: ServiceEntry[] }>(`${portalPath()}/api/services`, { signal }),
    select: (answer) => answer.items,
    staleTime: 60_000,
    retry: false,
  });
}

function ownServices(): { items: ServiceEntry[] } | null {
  const own = ownSignIn();
  if (!own) return null;
  const { service = '' } = document.documentElement.dataset;
  const permissions = { view: true, edit: own.admin, admin: own.admin };
  return { items: own.user ? [{ service_key: service, display_name: service, permissions }] : [] };
}

const none: Rights = { view: false, edit: false, admin: false };

/** What the caller may do in a service as a whole; nothing while that is loading. The server checks it again. */
export function useRights(service: string): Rights & { isLoading: boolean } {
  const { data, isLoading } = useServices();
  return { ...(data?.find((entry) => entry.service_key === service)?.permissions ?? none), isLoading };
}
