import { useMemo } from 'react';
import { t, useApi } from '@cairn/ui';
import { vault } from '../client.ts';

export interface KnownDatabase {
  /** Number of the server. */
  connectionId: number;
  databaseId: number;
  label: string;
}

/** The databases that the service dbadmin knows and that the person may use here; undefined until they are known. */
export function useDatabases(): KnownDatabase[] | undefined {
  const { data, error } = useApi(
    ['databases'],
    (signal) => vault.GET('/api/dbadmin-service/discover', { signal }),
    { staleTime: 30_000 },
  );
  return useMemo(() => {
    // Without that service everything else works: the address can be entered.
    if (error) return [];
    return data?.connections.flatMap(({ id, name, databases }) =>
      databases
        .filter((database) => database.may_adopt)
        .map((database) => ({
          connectionId: id,
          databaseId: database.id,
          label: t('databases.on', { database: database.name, server: name }),
        })),
    );
  }, [data, error]);
}

/** Saves a connection to a database for the person, and answers its number. */
export function adoptDatabase({ connectionId, databaseId }: KnownDatabase) {
  return vault.POST('/api/dbadmin-service/adopt', {
    body: { connection_id: connectionId, database_id: databaseId },
  });
}
