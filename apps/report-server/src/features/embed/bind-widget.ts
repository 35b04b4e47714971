import type { Dashboard, DashboardFilter } from '../dashboards/types.ts';
import { badToken } from './errors.ts';
import type { BoundValue } from './types.ts';

/** What the values that a token binds mean for one widget. */
export interface WidgetBinding {
  /** Conditions that every query of the widget has, beside its own. */
  conditions: Record<string, unknown>[];
  /** Values of the parameters of the report that the widget reads. */
  parameters: Record<string, BoundValue>;
}

type Names = Pick<Dashboard, 'filters' | 'parameters'>;

/** @throws {AppError} bad_request for a name that no widget of the dashboard has */
export function checkDashboardParameters(dashboard: Names, bound: Record<string, BoundValue>): void {
  for (const name of Object.keys(bound)) {
    const widgets = widgetsOf(dashboard, name);
    if (!widgets)
      throw badToken(`parameters.${name}`, 'The dashboard has no such filter or parameter. Remove it.');
    if (Object.keys(widgets).length === 0) {
      throw badToken(`parameters.${name}`, 'No widget of the dashboard uses it. Map it to a widget first.');
    }
  }
}

/**
 * The binding of a widget; null for a widget that does not map a bound name, which must not be shown: its data would not be
 * limited. An empty bound value selects nothing.
 */
export function bindWidget(
  dashboard: Names,
  widget: string,
  bound: Record<string, BoundValue>,
): WidgetBinding | null {
  const binding: WidgetBinding = { conditions: [], parameters: {} };
  for (const [name, value] of Object.entries(bound)) {
    const target = widgetsOf(dashboard, name)?.[widget];
    if (target === undefined) return null;
    const filter = dashboard.filters.find((one) => one.name === name);
    if (filter) binding.conditions.push({ column: target, ...toCondition(filter, value) });
    else binding.parameters[target] = value;
  }
  return binding;
}

function widgetsOf({ filters, parameters }: Names, name: string): Record<string, string> | undefined {
  const filter = filters.find((one) => one.name === name);
  if (filter) return filter.widgets;
  return Object.hasOwn(parameters, name) ? parameters[name]!.widgets : undefined;
}

function toCondition({ op = 'eq' }: DashboardFilter, value: BoundValue): { op: string; value: BoundValue } {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return { op: 'in', value: [] };
  if (op === 'eq' && Array.isArray(value)) return { op: 'in', value };
  if ((op === 'in' || op === 'not_in') && !Array.isArray(value)) return { op, value: [value] };
  return { op, value };
}
