import { jobsKey, t, useChange } from '@cairn/ui';
import { reportMgmt, type Execution } from '../client.ts';
import { executionsKey, schedulesKey } from '../query-keys.ts';

const REFRESHED = [[...executionsKey], [...schedulesKey], [...jobsKey]];

/** Runs a report again with the same parameters, with its mails or without. */
export function useRunAgain(onStarted: (run: Execution) => void) {
  return useChange(
    ({ id, mail }: { id: string; mail: boolean }) =>
      reportMgmt.POST('/api/v1/executions/{id}/run-again', { params: { path: { id } }, body: { mail } }),
    { refresh: REFRESHED, done: () => t('history.started'), onDone: onStarted },
  );
}

export function useCancelRun() {
  return useChange(
    (id: string) => reportMgmt.POST('/api/v1/executions/{id}/cancel', { params: { path: { id } } }),
    { refresh: REFRESHED, done: () => t('history.cancelled') },
  );
}
