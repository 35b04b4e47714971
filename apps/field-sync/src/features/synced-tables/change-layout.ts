import { freeName, launder } from '@cairn/geo';
import type { PackageTable } from '@cairn/geo';
import { adoptTable, listObstacles } from './adopt-table.ts';
import { BOOKKEEPING } from './bookkeeping.ts';
import { changeTable, chooseFit } from './change-table.ts';
import { newTable } from './layout.ts';
import { itemIds, keyChanged, RENAME, tableGone, tableNotOurs } from './layout-items.ts';
import type { LayoutChange, LayoutRequest, TablePlan } from './table-plan.ts';
import type { TableLayout } from './types.ts';

/**
 * What becomes of the layout with a new package. Additions happen by themselves; what else changes is an item until it was decided, and
 * the layout is then that of the default.
 */
export function changeLayout(request: LayoutRequest): LayoutChange {
  const change: LayoutChange = { tables: [], steps: [], items: [], warnings: [] };
  const known = new Set(request.layout.map(({ source }) => source.toLowerCase()));
  const added = request.tables.filter(({ name, key }) => key !== null && !known.has(name.toLowerCase()));
  const used = new Set<string>();
  for (const before of request.layout) planKnownTable(change, before, { ...request, added, used });
  const taken = new Set([...BOOKKEEPING, ...request.layout.map(({ table }) => table)]);
  for (const source of request.tables) {
    if (known.has(source.name.toLowerCase()) || used.has(source.name)) continue;
    if (source.key === null)
      change.warnings.push(`The table "${source.name}" is left out: it has no integer primary key.`);
    else planNewTable(change, { ...source, key: source.key }, { ...request, taken });
  }
  return change;
}

interface KnownContext extends LayoutRequest {
  /** Tables of the package without a layout. */
  added: PackageTable[];
  /** Names of those that take the place of another. */
  used: Set<string>;
}

function planKnownTable(change: LayoutChange, before: TableLayout, context: KnownContext): void {
  const { tables, existing, choices, added, used } = context;
  const plan: TablePlan = {
    before,
    after: before,
    source: null,
    action: 'none',
    reconcile: null,
    isAdopted: false,
  };
  change.tables.push(plan);
  if (before.frozen === 'set_aside') return;
  if (choices[itemIds.deletions(before.table)]?.option === 'stop') {
    plan.after = { ...before, frozen: 'set_aside' };
    return;
  }
  let source = tables.find(({ name }) => name.toLowerCase() === before.source.toLowerCase());
  if (!source) {
    if (before.frozen) return;
    const option = choices[itemIds.tableGone(before.table)]?.option ?? '';
    source = added.find(({ name }) => option === `${RENAME}${name}`);
    if (option !== 'freeze' && !source)
      change.items.push(
        tableGone(
          before.table,
          before.source,
          added.map(({ name }) => name),
        ),
      );
    if (!source) {
      plan.after = { ...before, frozen: 'gone' };
      return;
    }
    used.add(source.name);
  }
  const choice = choices[itemIds.key(before.table)]?.option;
  const isOtherKey = source.key?.toLowerCase() !== before.key.source.toLowerCase();
  if (source.key === null || (isOtherKey && choice !== 'accept')) {
    if (choice === undefined)
      change.items.push(keyChanged(before.table, { from: before.key.source, to: source.key }));
    plan.after = { ...before, frozen: 'set_aside' };
    return;
  }
  const { frozen, ...live } = before;
  const table = existing.get(before.table);
  plan.source = source;
  plan.after = { ...live, source: source.name, key: { ...before.key, source: source.key } };
  plan.reconcile = frozen === undefined ? null : 'layout';
  plan.action = table ? 'change' : 'create';
  if (!table)
    change.warnings.push(`The table "${before.table}" was missing in the database; it is created again.`);
  changeTable(change, plan as TablePlan & { source: PackageTable }, context);
}

function planNewTable(
  change: LayoutChange,
  source: PackageTable & { key: string },
  { existing, choices, sridOf, taken }: LayoutRequest & { taken: Set<string> },
): void {
  let name = freeName(launder(source.name), taken);
  const other = existing.get(name);
  const choice = choices[itemIds.tableNotOurs(name)]?.option;
  if (other && choice === 'rename') name = freeName(name, new Set([...taken, ...existing.keys()]));
  taken.add(name);
  const layout = newTable(source, { name, sridOf });
  const plan: TablePlan = {
    before: null,
    after: layout,
    source,
    action: 'create',
    reconcile: null,
    isAdopted: false,
  };
  change.tables.push(plan);
  if (other && choice !== 'rename') {
    const obstacles = listObstacles(layout, other);
    if (choice === undefined) change.items.push(tableNotOurs(name, obstacles));
    const isStopped = [choice, choices[itemIds.deletions(name)]?.option].includes('stop');
    if (isStopped || obstacles.length > 0) {
      Object.assign(plan, { after: { ...layout, frozen: 'set_aside' }, source: null, action: 'none' });
      return;
    }
    Object.assign(plan, { action: 'change', reconcile: 'layout', isAdopted: true });
    const { after, missing } = adoptTable(layout, other);
    plan.after = after;
    for (const column of missing) change.steps.push({ kind: 'add_column', table: name, column });
  }
  const columns = plan.after.columns.map((column) => chooseFit(name, column, choices));
  plan.after = { ...plan.after, columns };
}
