import { useQueries } from '@tanstack/react-query';
import { unwrap, useMe, useRights } from '@cairn/ui';
import { dbadmin, type Connection, type RuleList, type ServerOverview } from '../client.ts';
import { overviewQuery } from '../connections/use-connections.ts';
import { rulesKey } from '../query-keys.ts';

export interface ServerState {
  server: Connection;
  overview: ServerOverview | undefined;
  /** Why the server is offline. */
  problem: string | undefined;
  rules: RuleList | undefined;
}

const NONE: Connection[] = [];

/** The overview of each server and its rules. A server that does not respond delays no other. */
export function useServerStates(servers: Connection[] = NONE): ServerState[] {
  const isAdmin = useMe().data?.admin === true;
  const mayEdit = useRights('dbadmin').edit;
  const overviews = useQueries({ queries: servers.map(({ id }) => overviewQuery(id)) });
  const rules = useQueries({
    queries: servers.map(({ id, platform }) => ({
      queryKey: rulesKey(id),
      enabled: mayEdit && (isAdmin || !platform),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        unwrap(dbadmin.GET('/api/connections/{id}/access-rules', { params: { path: { id } }, signal })),
      staleTime: 30_000,
    })),
  });
  return servers.map((server, at) => ({
    server,
    overview: overviews[at]?.data,
    problem: overviews[at]?.error?.message,
    rules: rules[at]?.data,
  }));
}
