import { applyChange } from './apply-change.ts';
import { planChange } from './plan-change.ts';
import type { SessionDeps } from './session.ts';
import { readState } from './state.ts';
import type { SyncedTables } from './types.ts';

/** What a run does in the database of a project; see `SyncedTables`. */
export function createSyncedTables(deps: SessionDeps): SyncedTables {
  return {
    readState: (place, options) => readState(deps, place, options),
    planChange: (request) => planChange(deps, request),
    applyChange: (plan, request) => applyChange(deps, plan, request),
  };
}
