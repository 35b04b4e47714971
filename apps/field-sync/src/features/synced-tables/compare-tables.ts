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
  const plans = change.tables.filter(({ action, reconcile }) => action === 'change' && !reconcile);
  for (const [i, plan] of plans.entries()) {
    onProgress?.(i / plans.length, plan.after.table);
    const compared: Compared = await compareTable(plan, { ...request, base }).catch((error: unknown) => ({
      ...unchanged(plan.after),
      item: toItem(error, plan.after),
    }));
    changes.set(plan.after.table, compared.change);
    if (compared.item) change.items.push(compared.item);
  }
  return changes;
}

interface Compared {
  change: TableChange;
  item?: PlanItem;
}

async function compareTable(
  { before, after }: TablePlan,
  { base, next, cwd, signal }: ChangeRequest & { base: PackageFile },
): Promise<Compared> {
  const files = await makeFiles(cwd, after);
  const geometry = syncedGeometry(after);
  const old = before && syncedGeometry(before);
  const comparison = await comparePackageTable(
    await openGdal(),
    {
      ...{ before: base.path, after: next.path, output: files.difference, held: files.held },
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
    { cwd: files.folder, signal },
  );
  return { change: toChange(after, { comparison, files }), ...kindItem(after, comparison) };
}

function toChange(
  layout: TableLayout,
  { comparison, files }: { comparison: Comparison; files: { difference: string; held: string } },
): TableChange {
  const { inserted, updated, deleted, held, rowsAfter: rows, samples } = comparison;
  const { difference, held: heldFile } = files;
  return {
    ...{ layout, action: 'change', inserted, updated, deleted, rows, held, samples, isDrift: false },
    files: { difference, held: heldFile, isWhole: false },
  };
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
  return { change: { layout, action: 'none', ...none, samples: [], isDrift: false, files: null } };
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
  return { folder, difference: join(folder, 'difference.copy'), held: join(folder, 'held.copy') };
}
