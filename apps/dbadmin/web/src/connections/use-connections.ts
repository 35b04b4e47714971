import { useEffect } from 'react';
import { unwrap, useApi, useUrlState } from '@cairn/ui';
import { useQuery } from '@tanstack/react-query';
import { dbadmin, type Connection, type ServerOverview } from '../client.ts';
import { connectionsKey, overviewKey } from '../query-keys.ts';

const LAST_SERVER = 'cairn-dbadmin-server';

/** The registered servers, by name. */
export function useConnections() {
  return useApi(connectionsKey, (signal) => dbadmin.GET('/api/connections', { signal }), {
    staleTime: 30_000,
  });
}

/** Servers as the options of a Select. */
export function serverOptions(servers: Connection[]): { value: string; label: string }[] {
  return servers.map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The server that a page is about: the one in the address, else the one viewed last, else the first. */
export function useServer() {
  const connections = useConnections();
  const [requested, setRequested] = useUrlState('connection_id');
  const servers = connections.data ?? [];
  const id = requested || readLastServer();
  const server = servers.find((each) => String(each.id) === id) ?? servers[0];
  useLastServer(requested && String(server?.id) === requested ? server?.id : undefined);
  return {
    connections,
    server,
    isUnknown: requested !== '' && connections.isSuccess && String(server?.id) !== requested,
    choose: (chosen: string) => setRequested(chosen),
  };
}

/** Pages about one server open with the server that was viewed last, here or through one of its databases. */
export function useLastServer(id: number | undefined): void {
  useEffect(() => {
    if (id !== undefined) writeLastServer(String(id));
  }, [id]);
}

function readLastServer(): string {
  try {
    return sessionStorage.getItem(LAST_SERVER) ?? '';
  } catch {
    return '';
  }
}

function writeLastServer(id: string): void {
  try {
    sessionStorage.setItem(LAST_SERVER, id);
  } catch {
    // Storage is blocked. The address still names the server.
  }
}

/** The current version, sessions and size of a server; polled while a page shows them. */
export function useOverview(id: number) {
  return useQuery(overviewQuery(id));
}

export function overviewQuery(id: number) {
  return {
    queryKey: overviewKey(id),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ServerOverview> =>
      unwrap(dbadmin.GET('/api/connections/{id}/overview', { params: { path: { id } }, signal })),
    staleTime: 15_000,
    refetchInterval: 30_000,
  };
}

/** Names of all databases on a server, registered or not. */
export function useServerDatabases(id: number | undefined, enabled = true) {
  return useApi(
    [...connectionsKey, id, 'databases'],
    (signal) => dbadmin.GET('/api/connections/{id}/databases', { params: { path: { id: id ?? 0 } }, signal }),
    { enabled: enabled && id !== undefined && id > 0 },
  );
}
