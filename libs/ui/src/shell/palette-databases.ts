import { useQuery } from '@tanstack/react-query';
import { requestJson } from '../api/request.ts';
import { portalPath } from '../boot/base-path.ts';
import { useServices } from './use-services.ts';

interface Registry {
  connections: { id: number; name: string; databases: { id: number; name: string; purpose: string }[] }[];
}

/** A server or a database that search can lead to. */
export interface DatabasePlace {
  id: string;
  label: string;
  description?: string;
  href: string;
}

/** The servers and databases that are administered, for those who may see them. */
export function useDatabasePlaces(): DatabasePlace[] {
  const { data: services } = useServices();
  const root = `${portalPath()}/dbadmin`;
  const { data } = useQuery({
    queryKey: ['cairn', 'palette-databases'],
    queryFn: ({ signal }) => requestJson<Registry>(`${root}/api/registry`, { signal }),
    enabled: services?.some(({ service_key: key }) => key === 'dbadmin') === true,
    staleTime: 30_000,
    retry: false,
  });
  return (data?.connections ?? []).flatMap((server) => [
    { id: `server:${server.id}`, label: server.name, href: `${root}/connections?panel=${server.id}` },
    ...server.databases.map(({ id, name, purpose }) => ({
      id: `database:${id}`,
      label: name,
      description: purpose || server.name,
      href: `${root}/databases/${id}`,
    })),
  ]);
}
