import type { Dashboard } from '../types.ts';
import { isEmpty } from './widget-filters.ts';

type Parameter = Dashboard['parameters'][string];

/** The value of a parameter: what was chosen, else its default. */
export function parameterValue(
  name: string,
  { default: initial }: Parameter,
  values: Record<string, unknown>,
): unknown {
  return Object.hasOwn(values, name) ? values[name] : (initial ?? null);
}

/** What the parameters of a dashboard mean for the report that a widget reads; an empty one leaves it to the report. */
export function parametersOfWidget(
  { parameters }: Pick<Dashboard, 'parameters'>,
  widget: string,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(parameters)) {
    const target = parameter.widgets[widget];
    const value = parameterValue(name, parameter, values);
    if (target !== undefined && !isEmpty(value)) found[target] = value;
  }
  return found;
}

export function parameterLabel(name: string, { label }: Parameter): string {
  return label || name;
}
