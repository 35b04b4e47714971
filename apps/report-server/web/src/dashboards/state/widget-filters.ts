import { isArea, type Clause, type Tree } from '../../explorer/filter/filter.ts';
import type { Dashboard, DashboardFilter, InlineView } from '../types.ts';
import type { DashboardState, Pick } from './dashboard-state.ts';

type Content = globalThis.Pick<Dashboard, 'filters' | 'layout' | 'views'>;
type Shown = globalThis.Pick<DashboardState, 'values' | 'picks'>;

export interface WidgetFilters {
  /** Conditions on the rows of the widget. */
  trees: Tree[];
  /** Labels of set filters that the widget does not map. */
  unmapped: string[];
  /** Ids of widgets whose picks do not apply to it. */
  ignored: string[];
}

/** What the filters and the picks of a dashboard mean for one widget. */
export function filtersOfWidget(content: Content, widget: string, { values, picks }: Shown): WidgetFilters {
  const found: WidgetFilters = { trees: [], unmapped: [], ignored: [] };
  const view = content.views[widget];
  if (!view) return found;
  for (const filter of content.filters) {
    const value = valueOf(filter, values);
    if (isEmpty(value)) continue;
    const column = filter.widgets[widget];
    if (column === undefined) found.unmapped.push(labelOf(filter));
    else found.trees.push({ column, ...conditionOf(filter, value) });
  }
  for (const pick of picks) {
    if (pick.widget === widget) continue;
    const clauses = clausesFor(content, widget, pick);
    if (clauses) found.trees.push(...(clauses as unknown as Tree[]));
    else found.ignored.push(pick.widget);
  }
  return found;
}

/** Columns of a widget that filters of the dashboard map, so that others know what is picked in it. */
export function linkedColumns({ filters }: Content, widget: string): string[] {
  const others = (columns: Record<string, string>) => Object.keys(columns).some((id) => id !== widget);
  return [
    ...new Set(
      filters.flatMap(({ widgets }) => {
        const column = widgets[widget];
        return column !== undefined && others(widgets) ? [column] : [];
      }),
    ),
  ];
}

/** The value of a filter: what was chosen, else its default. */
export function valueOf(
  { name, default: initial }: DashboardFilter,
  values: Record<string, unknown>,
): unknown {
  return Object.hasOwn(values, name) ? values[name] : (initial ?? null);
}

export function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

export function labelOf({ label, name }: DashboardFilter): string {
  return label || name;
}

function conditionOf({ op = 'eq' }: DashboardFilter, value: unknown): { op: string; value: unknown } {
  if (op === 'eq' && Array.isArray(value)) return { op: 'in', value };
  if ((op === 'in' || op === 'not_in') && !Array.isArray(value)) return { op, value: [value] };
  return { op, value };
}

/**
 * The clauses of a pick for another widget: the same where both show one table, else through the columns that the filters of
 * the dashboard map. Null where one of them has no counterpart: half a condition would show other rows than were picked.
 */
function clausesFor(
  { filters, views }: Content,
  widget: string,
  { widget: from, clauses }: Pick,
): Clause[] | null {
  const [origin, target] = [views[from], views[widget]];
  if (!origin || !target) return null;
  if (isSameTable(origin, target)) return clauses;
  const mapped: Clause[] = [];
  for (const clause of clauses) {
    if (isArea(clause)) return null;
    const filter = filters.find(
      ({ widgets }) => widgets[from] === clause.column && widgets[widget] !== undefined,
    );
    if (!filter) return null;
    mapped.push({ ...clause, column: filter.widgets[widget] as string });
  }
  return mapped;
}

function isSameTable({ source: a }: InlineView, { source: b }: InlineView): boolean {
  if (a.report !== undefined) return a.report === b.report;
  return (
    a.table !== undefined && a.table === b.table && a.schema === b.schema && a.datasource === b.datasource
  );
}
