import { useQueries } from '@tanstack/react-query';
import { unwrap, useMe, useRights } from '@cairn/ui';
import { dbadmin, type Connection, type RuleList, type ServerOverview } from '../client.ts';
import { overviewKey, rulesKey } from '../query-keys.ts';

export interface ServerState {
  server: Connection;
  overview: ServerOverview | undefined;
  /** Why the server could not be asked. */
  problem: string | undefined;
  rules: RuleList | undefined;
}

const NONE: Connection[] = [];

/** What each server says of itself, and whether its rules are in force; one that is silent holds up no other. */
export function useServerStates(servers: Connection[] = NONE): ServerState[] {
  const isAdmin = useMe().data?.admin === true;
  const mayEdit = useRights('dbadmin').edit;
  const overviews = useQueries({
    queries: servers.map(({ id }) => ({
      queryKey: overviewKey(id),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        unwrap(dbadmin.GET('/api/connections/{id}/overview', { params: { path: { id } }, signal })),
      staleTime: 15_000,
      refetchInterval: 30_000,
    })),
  });
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
