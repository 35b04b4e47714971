import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { comparePackageTable, openGdal, sqlType } from '@cairn/geo';
import type { Comparison, PackageTable, ValueMisfit } from '@cairn/geo';
import { AppError } from '@cairn/service';
import { isPromoted, syncedColumns, syncedGeometry, widerType } from './layout.ts';
import { geometryTypes, valueDoesNotFit } from './layout-items.ts';
import type { LayoutChange, TablePlan } from './table-plan.ts';
import type { ChangeRequest, PackageFile, PlanItem, TableChange, TableLayout } from './types.ts';

/** Rows of a table that a dry run shows. */
export const MAX_SAMPLES = 20;

/**
 * Compares the tables whose last package is there, by the name of the table. A value that does not fit its column, and geometries of
 * other kinds, become items.
 */
export async function compareTables(
  change: LayoutChange,
  request: ChangeRequest,
): Promise<Map<string, TableChange>> {
  const { base, onProgress } = request;
  const changes = new Map<string, TableChange>();
  if (!base) return changes;
  const plans = change.tables.filter(({ action, reconcile }) => action === 'change' && reconcile === null);
  for (const [i, plan] of plans.entries()) {
    onProgress?.(i / plans.length, plan.after.table);
    const compared: Compared = await compareTable(plan, { ...request, base }).catch((error: unknown) => ({
      ...unchanged(plan.after),
      item: toItem(error, plan.after),
    }));
    changes.set(plan.after.table, compared.change);
    if (compared.item) addItem(change, compared.item);
  }
  return changes;
}

/** What rows ask takes the place of what the declaration of their layer asked about the same. */
export function addItem(change: LayoutChange, item: PlanItem): void {
  change.items = [...change.items.filter(({ id }) => id !== item.id), item];
}

interface Compared {
  change: TableChange;
  item?: PlanItem;
}

async function compareTable(
  plan: TablePlan,
  request: ChangeRequest & { base: PackageFile },
): Promise<Compared> {
  const { difference, held } = await makeFiles(request.cwd, plan.after);
  const comparison = await comparePackages(plan, request, { output: difference, held });
  const { inserted, updated, deleted, held: heldRows, rowsAfter: rows, samples } = comparison;
  const counts = { inserted, updated, deleted, held: heldRows, rows };
  const files = { difference, held, isWhole: false, drift: null };
  return {
    change: { layout: plan.after, action: 'change', ...counts, samples, files },
    ...kindItem(plan.after, comparison),
  };
}

/** Writes the rows that differ between the packages, and the geometries that PostGIS does not take, to files. */
export async function comparePackages(
  { before, after }: TablePlan,
  { base, next, cwd, signal }: Pick<ChangeRequest, 'next' | 'cwd' | 'signal'> & { base: PackageFile },
  files: { output: string; held: string },
): Promise<Comparison> {
  const geometry = syncedGeometry(after);
  const old = before && syncedGeometry(before);
  return comparePackageTable(
    await openGdal(),
    {
      ...{ before: base.path, after: next.path, ...files },
      table: { before: before?.source ?? after.source, after: after.source },
      key: { before: before?.key.source ?? after.key.source, after: after.key.source },
      columns: syncedColumns(after).map(({ name, source, encoding }) => ({
        before: before?.columns.find((column) => column.name === name)?.source ?? null,
        ...{ after: source, encoding },
      })),
      geometry: geometry && {
        ...{ before: old?.source ?? null, after: geometry.source },
        ...{ srid: geometry.type === 'Any' ? 0 : geometry.srid, promote: isPromoted(geometry) },
        type: geometry.type.replace(/Z?M?$/, ''),
        ...{ hasZ: /ZM?$/.test(geometry.type), hasM: geometry.type.endsWith('M') },
      },
      sample: MAX_SAMPLES,
    },
    { cwd: (await makeFiles(cwd, after)).folder, signal },
  );
}

function kindItem({ table, geometry }: TableLayout, { geometryKinds }: Comparison): { item?: PlanItem } {
  if (!geometry || geometry.type === 'Any' || geometryKinds.length === 0) return {};
  const { name, type: from } = geometry;
  return {
    item: geometryTypes(table, name, { from, kinds: geometryKinds, to: widerType(from, geometryKinds) }),
  };
}

/** A table that stays as it is. */
export function unchanged(layout: TableLayout): Compared {
  const none = { inserted: 0, updated: 0, deleted: 0, rows: 0, held: 0 };
  return { change: { layout, action: 'none', ...none, samples: [], files: null } };
}

/** A table that is made and filled. */
export function created(layout: TableLayout, { rowCount }: PackageTable): TableChange {
  return { ...unchanged(layout).change, action: 'create', inserted: rowCount, rows: rowCount };
}

/** The item for a value that does not fit; other errors are thrown. */
export function toItem(error: unknown, layout: TableLayout): PlanItem {
  if (!(error instanceof AppError) || error.code !== 'sync.value_does_not_fit') throw error;
  const { key, column, value, encoding } = error.details as ValueMisfit;
  const name = layout.columns.find(({ source }) => source === column)?.name ?? column;
  return valueDoesNotFit(layout.table, name, { key, value, type: sqlType(encoding) });
}

/** A folder for the files of a table, since tasks of the reader leave files of one name. */
export async function makeFiles(cwd: string, { table }: TableLayout) {
  const folder = join(cwd, `table-${Buffer.from(table).toString('hex')}`);
  await mkdir(folder, { recursive: true });
  const [difference, held, drift] = ['difference', 'held', 'drift'].map((name) =>
    join(folder, `${name}.copy`),
  );
  return { folder, difference, held, drift } as Record<'folder' | 'difference' | 'held' | 'drift', string>;
}
