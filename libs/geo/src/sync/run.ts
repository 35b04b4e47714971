import { withTimeLimit } from '../gdal/gdal.ts';
import type { SyncRun } from './types.ts';

const HOUR_MS = 3_600_000;

/** The same run with a limit of processor time as well: one hour each unless the run says otherwise. */
export function withCpuLimit<Run extends SyncRun>(run: Run) {
  return withTimeLimit(run.timeLimitMs ?? HOUR_MS, run);
}
