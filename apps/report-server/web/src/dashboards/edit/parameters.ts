import type { DashboardContent } from '../types.ts';
import { isFilterName } from './filters.ts';

type Change = Partial<DashboardContent>;
type Parameter = DashboardContent['parameters'][string];

export function addParameter({ parameters, filters }: DashboardContent): Change {
  const used = new Set([...Object.keys(parameters), ...filters.map(({ name }) => name)]);
  let number = 1;
  while (used.has(`parameter${number}`)) number += 1;
  return { parameters: { ...parameters, [`parameter${number}`]: { label: '', widgets: {} } } };
}

export function changeParameter(
  { parameters }: DashboardContent,
  name: string,
  changed: Partial<Parameter>,
): Change {
  return { parameters: { ...parameters, [name]: { ...parameters[name]!, ...changed } } };
}

/** Keeps the place of the parameter among the others. */
export function renameParameter({ parameters }: DashboardContent, name: string, next: string): Change {
  const entries = Object.entries(parameters);
  return {
    parameters: Object.fromEntries(entries.map(([each, value]) => [each === name ? next : each, value])),
  };
}

export function removeParameter({ parameters }: DashboardContent, name: string): Change {
  const { [name]: _, ...others } = parameters;
  return { parameters: others };
}

/** Why a parameter cannot have a name: the key of a message; null when it can. */
export function nameProblem(
  { parameters, filters }: DashboardContent,
  name: string,
  next: string,
): 'edit.nameWrong' | 'edit.nameTaken' | null {
  if (!isFilterName(next)) return 'edit.nameWrong';
  if (next === name) return null;
  const isTaken = Object.hasOwn(parameters, next) || filters.some((filter) => filter.name === next);
  return isTaken ? 'edit.nameTaken' : null;
}
