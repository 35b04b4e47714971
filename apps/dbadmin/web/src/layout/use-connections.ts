import { useEffect } from 'react';
import { useApi, useUrlState } from '@cairn/ui';
import { dbadmin, type Connection } from '../client.ts';
import { connectionsKey } from '../query-keys.ts';

const STORED = 'cairn-dbadmin-server';

/** The servers that are administered here, by name. */
export function useConnections() {
  return useApi(connectionsKey, (signal) => dbadmin.GET('/api/connections', { signal }), {
    staleTime: 30_000,
  });
}

/** The server that a page is about: the one in the address, else the one looked at last, else the first. */
export function useServer() {
  const connections = useConnections();
  const [wanted, setWanted] = useUrlState('connection_id');
  const known = connections.data ?? [];
  const server = chosen(known, wanted || readStored());
  useLastServer(wanted && String(server?.id) === wanted ? server?.id : undefined);
  return {
    connections,
    server,
    choose(id: number) {
      setWanted(String(id));
    },
  };
}

/** Pages about servers open with the server that was looked at last, here or through one of its databases. */
export function useLastServer(id: number | undefined): void {
  useEffect(() => {
    if (id !== undefined) writeStored(String(id));
  }, [id]);
}

function chosen(known: Connection[], wanted: string): Connection | undefined {
  return known.find(({ id }) => String(id) === wanted) ?? known[0];
}

function readStored(): string {
  try {
    return sessionStorage.getItem(STORED) ?? '';
  } catch {
    return '';
  }
}

function writeStored(id: string): void {
  try {
    sessionStorage.setItem(STORED, id);
  } catch {
    // storage is blocked: the address still says it
  }
}
