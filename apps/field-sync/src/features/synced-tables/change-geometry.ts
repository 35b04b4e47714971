import type { PackageGeometry } from '@cairn/geo';
import { geometryType, newGeometry, referenceOf, takesType, widerType } from './layout.ts';
import type { SridOf } from './layout.ts';
import { columnGone, CONVERT_TO, geometryTypes, itemIds, sridChanged } from './layout-items.ts';
import type { LayoutChange, TablePlan } from './table-plan.ts';
import type { GeometryLayout, PlanChoices } from './types.ts';

interface Context {
  choices: PlanChoices;
  sridOf: SridOf;
  /** Names of columns in the database and in the layout. */
  taken: Set<string>;
}

const WIDE = /^(Geometry(Z?M?)|Any)$/;

/** What becomes of the geometry column of a table that is known. */
export function changeGeometry(
  change: LayoutChange,
  plan: TablePlan,
  context: Context,
): GeometryLayout | null {
  const { table, geometry: before } = plan.after;
  const source = plan.source?.geometry ?? null;
  if (before?.frozen === 'set_aside') return before;
  if (before && source) return changeSource(change, plan, { ...context, before, source });
  if (before) {
    if (before.frozen === undefined && !context.choices[itemIds.columnGone(table, before.name)])
      change.items.push(columnGone(table, before, []));
    return { ...before, frozen: 'gone' };
  }
  if (!source) return null;
  const geometry = newGeometry(source, context);
  if (plan.action === 'change') change.steps.push({ kind: 'add_column', table, column: geometry });
  return geometry;
}

interface Both extends Context {
  before: GeometryLayout;
  source: PackageGeometry;
}

function changeSource(change: LayoutChange, plan: TablePlan, both: Both): GeometryLayout {
  const { before, source } = both;
  const type = decideType(change, plan, both);
  const srid = decideSrid(change, plan, both);
  if (type === null || srid === null) return { ...before, frozen: 'set_aside' };
  const { frozen, ...live } = before;
  const after = {
    ...live,
    source: source.column,
    type: type.to,
    srid: srid.to,
    reference: referenceOf(source.srs),
  };
  if (frozen || after.srid !== before.srid) plan.reconcile = 'layout';
  const item = type.item ?? srid.item;
  if (item && plan.action === 'change')
    change.steps.push({ kind: 'convert_geometry', table: plan.after.table, geometry: after, item });
  return after;
}

type Decision<T> = { to: T; item?: LayoutChange['items'][number] } | null;

/** The type of the column; null to set it aside. Undecided, the column stays, and an item is added. */
function decideType(
  change: LayoutChange,
  plan: TablePlan,
  { before, source, choices }: Both,
): Decision<string> {
  const { table } = plan.after;
  const kinds = [geometryType(source)];
  const option = choices[itemIds.geometryType(table)]?.option;
  const to = option?.startsWith(CONVERT_TO) ? option.slice(CONVERT_TO.length) : '';
  if (WIDE.test(to)) {
    const item = geometryTypes(table, before.name, { from: before.type, kinds, to });
    return to === before.type ? { to } : { to, item };
  }
  if (option !== undefined) return setAside(plan, option);
  if (!takesType(before, kinds[0] as string)) {
    const wider = widerType(before.type, kinds);
    change.items.push(geometryTypes(table, before.name, { from: before.type, kinds, to: wider }));
  }
  return { to: before.type };
}

/** The SRID of the column; null to set it aside. Undecided, the column stays, and an item is added. */
function decideSrid(
  change: LayoutChange,
  plan: TablePlan,
  { before, source, choices, sridOf }: Both,
): Decision<number> {
  const { table } = plan.after;
  const srid = sridOf(source.srs);
  if (srid === before.srid) return { to: srid };
  const item = sridChanged(table, before.name, { from: before.reference, to: referenceOf(source.srs), srid });
  const option = choices[itemIds.srid(table)]?.option;
  if (option === 'convert') return { to: srid, item };
  if (option !== undefined) return setAside(plan, option);
  change.items.push(item);
  return { to: before.srid };
}

function setAside(plan: TablePlan, option: string): null {
  if (option === 'stop') plan.after = { ...plan.after, frozen: 'set_aside' };
  return null;
}
