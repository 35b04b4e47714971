import { useMemo } from 'react';
import { t, useApi } from '@cairn/ui';
import { vault } from '../client.ts';

export interface KnownDatabase {
  /** Number of the server. */
  connectionId: number;
  databaseId: number;
  label: string;
  /** Name of the server. */
  server: string;
}

/** A server on which the person may create databases. */
export interface KnownServer {
  id: number;
  name: string;
}

interface KnownDatabases {
  /** Undefined until they are known. */
  databases: KnownDatabase[] | undefined;
  servers: KnownServer[];
  error: Error | null;
  retry: () => void;
}

/** The databases of the service dbadmin that the person may use here. */
export function useDatabases(): KnownDatabases {
  const { data, error, refetch } = useApi(
    ['databases'],
    (signal) => vault.GET('/api/dbadmin-service/discover', { signal }),
    { staleTime: 30_000 },
  );
  const known = useMemo(
    () =>
      data?.connections.flatMap(({ id, name, databases }) =>
        databases
          .filter((database) => database.may_adopt)
          .map((database) => ({
            connectionId: id,
            databaseId: database.id,
            label: t('databases.on', { database: database.name, server: name }),
            server: name,
          })),
      ),
    [data],
  );
  // Only those who may edit in database administration see addresses of servers.
  const servers = useMemo(() => data?.connections.filter(({ host }) => host !== undefined) ?? [], [data]);
  return { databases: known, servers, error, retry: () => void refetch() };
}

/** Saves a connection to a database for the person, and answers its number. */
export function adoptDatabase({ connectionId, databaseId }: KnownDatabase) {
  return vault.POST('/api/dbadmin-service/adopt', {
    body: { connection_id: connectionId, database_id: databaseId },
  });
}
