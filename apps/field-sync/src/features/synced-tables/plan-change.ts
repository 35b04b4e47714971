import { openGdal, readPackageTables } from '@cairn/geo';
import { changeLayout } from './change-layout.ts';
import { compareTables, created, unchanged } from './compare-tables.ts';
import { decidedItems } from './decided-items.ts';
import { paused, toTargetError } from './errors.ts';
import { guardDeletions } from './guard-deletions.ts';
import { readDrift } from './read-drift.ts';
import { withLostRows } from './lost-rows.ts';
import { readSrids } from './read-srids.ts';
import { readTables, requireServer } from './server-queries.ts';
import { withTarget } from './session.ts';
import type { SessionDeps } from './session.ts';
import type { LayoutChange, TablePlan } from './table-plan.ts';
import type { ChangeKind, ChangePlan, ChangeRequest, PlanChoices, PlanItem, TableChange } from './types.ts';

/** See `SyncedTables.planChange`. */
export async function planChange(deps: SessionDeps, request: ChangeRequest): Promise<ChangePlan> {
  try {
    return await plan(deps, request);
  } catch (error) {
    request.signal.throwIfAborted();
    throw toTargetError(error, request.place, { isOpen: true });
  }
}

async function plan(deps: SessionDeps, request: ChangeRequest): Promise<ChangePlan> {
  const { state, next, guards, reconcile = false } = request;
  const layout = state?.layout ?? [];
  if (state?.packageSha256 === next.sha256 && !reconcile)
    return toPlan(request, { changes: layout.map((each) => unchanged(each).change), kind: 'nothing' });
  const choices = approvedChoices(request);
  const change = await planLayout(deps, request, choices);
  if (guards.skipInit) requireTables(change);
  if (reconcile || (state && !request.base)) for (const plan of change.tables) plan.reconcile ??= 'asked';
  const read = new Map([
    ...(await compareTables(change, request)),
    ...(await readDrift(deps, change, request)),
  ]);
  const changes = change.tables.map((plan) => read.get(plan.after.table) ?? toChange(plan));
  const { maxDeletePercent } = guards;
  const items = [...change.items, ...guardDeletions(changes, { maxDeletePercent, choices })];
  const undecided = guardDeletions(changes, { maxDeletePercent, choices: {} });
  const decided = decidedItems(choices, [...change.derived, ...undecided]).filter(({ id }) =>
    items.every((item) => item.id !== id),
  );
  const { steps, warnings } = change;
  return toPlan(request, {
    ...{ changes, kind: kindOf(change, changes, request), steps, warnings, decided },
    items: items.length > 0 ? [...(await withLostRows(items, changes)), ...decided] : [],
  });
}

function approvedChoices({ state, next, guards }: ChangeRequest): PlanChoices {
  const { approval } = guards;
  const isCurrent =
    approval?.seq === (state?.seq ?? 0) &&
    approval.baseSha256 === (state?.packageSha256 ?? null) &&
    approval.packageSha256 === next.sha256;
  return isCurrent ? approval.choices : {};
}

async function planLayout(
  deps: SessionDeps,
  request: ChangeRequest,
  choices: PlanChoices,
): Promise<LayoutChange & { derived: PlanItem[] }> {
  const { state, next, cwd, signal } = request;
  const layout = state?.layout ?? [];
  const { tables, warnings } = await readPackageTables(await openGdal(), next.path, { cwd, signal });
  return withTarget(deps, request, async (target) => {
    const server = await requireServer(target, { create: false });
    const sridOf = await readSrids(target.client, tables, layout);
    const known = { layout, tables, existing: await readTables(target), sridOf };
    const change = changeLayout({ ...known, choices });
    const { items: derived } = changeLayout({ ...known, choices: {} });
    // Once is enough.
    const aboutServer = state ? [] : server.warnings;
    return { ...change, derived, warnings: [...warnings, ...aboutServer, ...change.warnings] };
  });
}

function requireTables({ tables }: LayoutChange): void {
  const missing = tables.filter(({ action }) => action === 'create').map(({ after }) => after.table);
  if (missing.length === 0) return;
  throw paused(
    'tables_missing',
    `The database has no table ${missing.join(', ')}, and the project is set to skip the first load. Turn skip_init off.`,
  );
}

function toChange({ after, action, source }: TablePlan): TableChange {
  return action === 'create' && source ? created(after, source) : unchanged(after).change;
}

function kindOf(change: LayoutChange, changes: TableChange[], { state }: ChangeRequest): ChangeKind {
  if (!state) return 'first_load';
  if (change.tables.some(({ action, reconcile }) => action === 'change' && reconcile !== null))
    return 'reconcile';
  const isSame =
    JSON.stringify(change.tables.map(({ after }) => after)) === JSON.stringify(state.layout) &&
    changes.every(
      ({ action, inserted, updated, deleted }) => action !== 'create' && inserted + updated + deleted === 0,
    );
  return isSame ? 'nothing' : 'difference';
}

interface Parts extends Partial<Pick<ChangePlan, 'steps' | 'items' | 'decided' | 'warnings'>> {
  changes: TableChange[];
  kind: ChangeKind;
}

function toPlan(
  { place, state, next, cwd }: ChangeRequest,
  { changes, kind, steps = [], items = [], decided = [], warnings = [] }: Parts,
): ChangePlan {
  const pair = {
    seq: state?.seq ?? 0,
    baseSha256: state?.packageSha256 ?? null,
    layout: state?.layout ?? [],
    next,
  };
  return { kind, place, ...pair, cwd, steps, tables: changes, items, decided, warnings };
}
