import { encodingFor, sqlType } from '@cairn/geo';
import type { Encoding, PackageTable } from '@cairn/geo';
import { changeGeometry } from './change-geometry.ts';
import { newColumn } from './layout.ts';
import { columnGone, columnType, itemIds, RENAME } from './layout-items.ts';
import type { LayoutChange, LayoutRequest, TablePlan } from './table-plan.ts';
import type { ColumnLayout, PlanChoices } from './types.ts';

type SourceColumn = PackageTable['columns'][number];

interface Context {
  change: LayoutChange;
  plan: TablePlan & { source: PackageTable };
  choices: PlanChoices;
  /** Columns of the package that have no layout. */
  added: SourceColumn[];
  /** Names of columns in the database and in the layout. */
  taken: Set<string>;
}

/** Finds what changed in the columns of a table, and writes it to its plan and to the steps and items of the change. */
export function changeTable(
  change: LayoutChange,
  plan: TablePlan & { source: PackageTable },
  { existing, choices, sridOf }: Pick<LayoutRequest, 'existing' | 'choices' | 'sridOf'>,
): void {
  const { source, after } = plan;
  const table = existing.get(after.table);
  const present = table?.columns.map(({ name }) => name) ?? [];
  const own = [
    after.key.name,
    ...after.columns.map(({ name }) => name),
    ...(after.geometry ? [after.geometry.name] : []),
  ];
  const context: Context = {
    ...{ change, plan, choices, taken: new Set([...present, ...own]) },
    added: source.columns.filter(({ name }) => !after.columns.some((column) => isSame(column.source, name))),
  };
  const columns = after.columns.map((column) => changeColumn(column, context));
  const geometry = changeGeometry(change, plan, { choices, sridOf, taken: context.taken });
  for (const column of context.added) {
    const added = chooseFit(after.table, newColumn(column, context.taken), choices);
    columns.push(added);
    if (table) change.steps.push({ kind: 'add_column', table: after.table, column: added });
  }
  plan.after = { ...plan.after, columns, geometry };
  if (plan.after.frozen) {
    plan.action = 'none';
    change.steps = change.steps.filter((step) => step.table !== after.table);
    return;
  }
  if (table) addMissing(context, present);
  if (table && source.description !== after.description)
    change.steps.push({ kind: 'describe', table: after.table, description: source.description });
  plan.after = { ...plan.after, description: source.description };
}

/** A new column whose values did not fit its type, as someone decided about it. */
export function chooseFit(table: string, column: ColumnLayout, choices: PlanChoices): ColumnLayout {
  const option = choices[itemIds.value(table, column.name)]?.option;
  if (option === 'freeze') return { ...column, frozen: 'set_aside' };
  return option === 'text' ? { ...column, encoding: 'text' } : column;
}

function changeColumn(column: ColumnLayout, context: Context): ColumnLayout {
  const { change, plan, choices, added } = context;
  const { table } = plan.after;
  if (column.frozen === 'set_aside') return column;
  let source = plan.source.columns.find(({ name }) => isSame(name, column.source));
  if (!source) {
    if (column.frozen) return column;
    const option = choices[itemIds.columnGone(table, column.name)]?.option ?? '';
    const i = added.findIndex(({ name }) => option === `${RENAME}${name}`);
    if (option !== 'freeze' && i < 0) {
      const alike = added.filter(({ type }) => encodingFor(type) === column.encoding);
      change.items.push(
        columnGone(
          table,
          column,
          alike.map(({ name }) => name),
        ),
      );
    }
    if (i < 0) return { ...column, frozen: 'gone' };
    [source] = added.splice(i, 1) as [SourceColumn];
  }
  const { frozen, ...live } = column;
  if (frozen) plan.reconcile = 'layout';
  return changeType({ ...live, source: source.name }, source, context);
}

function changeType(
  column: ColumnLayout,
  source: SourceColumn,
  { change, plan, choices }: Context,
): ColumnLayout {
  const { table } = plan.after;
  const misfit = choices[itemIds.value(table, column.name)]?.option;
  if (misfit === 'freeze') return { ...column, frozen: 'set_aside' };
  if (misfit === 'text' && column.encoding !== 'text') return convert('text');
  const encoding = encodingFor(source.type);
  // A column that was made a text on purpose stays one.
  if (encoding === column.encoding || encoding === encodingFor(column.declared))
    return { ...column, declared: source.type };
  const option = choices[itemIds.columnType(table, column.name)]?.option;
  if (option === 'convert') return convert(encoding);
  if (option === 'stop') plan.after = { ...plan.after, frozen: 'set_aside' };
  if (option === undefined)
    change.items.push(
      columnType(table, column.name, { from: sqlType(column.encoding), to: sqlType(encoding) }),
    );
  return { ...column, frozen: 'set_aside' };

  function convert(to: Encoding): ColumnLayout {
    plan.reconcile = 'layout';
    const step = { kind: 'convert_column', table, column: column.name, encoding: to } as const;
    const item = columnType(table, column.name, { from: sqlType(column.encoding), to: sqlType(to) });
    if (plan.action === 'change') change.steps.push({ ...step, item });
    return { ...column, declared: source.type, encoding: to };
  }
}

/** Columns of the layout that someone dropped. */
function addMissing({ change, plan }: Context, present: string[]): void {
  const { after, before } = plan;
  const old = before ? [...before.columns, ...(before.geometry ? [before.geometry] : [])] : [];
  for (const column of [...after.columns, ...(after.geometry ? [after.geometry] : [])]) {
    const isLost = !present.includes(column.name) && old.some(({ name }) => name === column.name);
    if (!isLost || column.frozen) continue;
    change.warnings.push(
      `The column "${column.name}" of "${after.table}" was missing in the database; it is added again.`,
    );
    change.steps.push({ kind: 'add_column', table: after.table, column });
    plan.reconcile = 'layout';
  }
}

/** SQLite takes names that differ by case alone for one. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
