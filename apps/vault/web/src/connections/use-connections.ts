import { useMemo } from 'react';
import { useApi, useRights } from '@cairn/ui';
import { vault, type DatabaseConnection } from '../client.ts';

/** Everything about saved connections. */
export const connectionsKey = ['connections'] as const;

/** The saved connections, by name. */
export function useConnections() {
  return useApi(connectionsKey, (signal) => vault.GET('/api/connections', { signal }), { staleTime: 30_000 });
}

/** Saved connections that the person may load into, by name; undefined until they are known. Only administrators see them. */
export function useConnectionsToLoadInto(): DatabaseConnection[] | undefined {
  const mayConnect = useRights('vault').admin;
  const { data, isPending } = useApi(connectionsKey, (signal) => vault.GET('/api/connections', { signal }), {
    enabled: mayConnect,
    staleTime: 30_000,
  });
  return useMemo(() => {
    if (mayConnect && isPending) return undefined;
    // The others are offered as databases of database administration.
    return (data ?? []).filter((connection) => !isManaged(connection));
  }, [data, isPending, mayConnect]);
}

/** The tables with geometries that the login of a connection may read; `isTruncated` when there are more. */
export function useTables(connection: number) {
  return useApi(
    [...connectionsKey, connection, 'tables'],
    async (signal) => {
      const path = { id: connection };
      const { data, ...answer } = await vault.GET('/api/connections/{id}/tables', {
        params: { path },
        signal,
      });
      if (!data) return answer;
      return { ...answer, data: { tables: data, isTruncated: answer.response.headers.has('x-truncated') } };
    },
    { staleTime: 15_000 },
  );
}

/** A connection of database administration, which only its owner may use. */
export function isManaged({ owner_id: owner }: DatabaseConnection): boolean {
  return owner !== undefined;
}

/** Host, port and database in one line. */
export function addressOf({ host, port, database_name: database }: DatabaseConnection): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}/${database}`;
}

/** Address of the page of a connection inside this app. */
export function connectionRoute(id: number): string {
  return `/connections/${id}`;
}

export interface NamedTable {
  connection: number;
  schema: string;
  table: string;
  column: string;
}

/** Address of the page of a table inside this app. */
export function tableRoute({ connection, schema, table, column }: NamedTable): string {
  const query = new URLSearchParams({ schema, column });
  return `${connectionRoute(connection)}/table/${encodeURIComponent(table)}?${query}`;
}
