import { useQuery } from '@tanstack/react-query';
import { unwrap, useApi, type ApiError } from '@cairn/ui';
import { reportMgmt, type Execution } from '../client.ts';
import { isUnderWay } from '../history/use-executions.ts';
import { executionsKey } from '../query-keys.ts';

const WATCH_MS = 2_000;
const IDLE_MS = 5_000;
const ENDED = 20;

/** What runs, and behind it what waits, oldest first. */
export function useCurrentRuns() {
  return useQuery<Execution[], ApiError>({
    queryKey: [...executionsKey, 'current'],
    queryFn: async ({ signal }) => {
      const [running, queued] = await Promise.all([list('running', signal), list('queued', signal)]);
      return [...running.toReversed(), ...queued.toReversed()];
    },
    refetchInterval: ({ state }) => (state.data?.length ? WATCH_MS : IDLE_MS),
  });
}

async function list(status: 'running' | 'queued', signal: AbortSignal): Promise<Execution[]> {
  const query = { status, limit: 200 };
  return (await unwrap(reportMgmt.GET('/api/v1/executions', { signal, params: { query } }))).executions;
}

/** The last runs that have ended. */
export function useEndedRuns() {
  const query = useApi(
    [...executionsKey, 'last'],
    (signal) => reportMgmt.GET('/api/v1/executions', { signal, params: { query: { limit: 3 * ENDED } } }),
    { refetchInterval: IDLE_MS },
  );
  return { ...query, data: query.data?.executions.filter((run) => !isUnderWay(run)).slice(0, ENDED) };
}
