import { analyze, applyChange } from './apply-change.ts';
import { readConflicts, readHeld, readHistory } from './history.ts';
import { planChange } from './plan-change.ts';
import { resolveConflict } from './resolve-conflict.ts';
import type { LinkSessionDeps } from '../database-links/link-session.ts';
import type { SessionDeps } from './session.ts';
import { setAside } from './set-aside.ts';
import { readState } from './state.ts';
import { trimHistory } from './trim-history.ts';
import type { SyncedTables } from './types.ts';
import { SILENCE_LIMITS } from './watch-session.ts';
import type { SilenceLimits } from './watch-session.ts';

/** What happens in the databases of projects; see `SyncedTables`. */
export function createSyncedTables({
  limits,
  ...link
}: LinkSessionDeps & { limits?: Partial<SilenceLimits> | undefined }): SyncedTables {
  const deps: SessionDeps = { ...link, limits: { ...SILENCE_LIMITS, ...limits } };
  return {
    readState: (place, options) => readState(deps, place, options),
    planChange: (request) => planChange(deps, request),
    applyChange: (plan, request) => applyChange(deps, plan, request),
    analyze: (place, counts, { signal }) => analyze(deps, place, { counts, signal }),
    readHistory: (place, request) => readHistory(deps, place, request),
    trimHistory: (place, request) => trimHistory(deps, place, request),
    readConflicts: (place, request) => readConflicts(deps, place, request),
    readHeld: (place, request) => readHeld(deps, place, request),
    resolveConflict: (place, resolution) => resolveConflict(deps, place, resolution),
    setAside: (place, request) => setAside(deps, place, request),
  };
}
