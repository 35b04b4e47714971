import { runnerRoute } from '../addresses.ts';
import type { Execution } from '../client.ts';

export const HISTORY_ROUTE = '/history.php';

/** The page of one run. */
export const runRoute = (id: string) => `${HISTORY_ROUTE}?run=${id}`;

/** The runner with the parameters of a run. */
export function runnerWith({ report, parameters }: Pick<Execution, 'report' | 'parameters'>): string {
  const search = new URLSearchParams();
  for (const [name, values] of Object.entries(parameters))
    for (const value of values) search.append(name, value);
  return search.size > 0 ? `${runnerRoute(report)}&${search}` : runnerRoute(report);
}
