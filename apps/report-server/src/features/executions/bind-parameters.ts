import type { Parameter, Template } from '@cairn/report-engine';
import { boundParameterMissing } from './errors.ts';

type Declared = Pick<Template, 'title' | 'parameters'>;
type Texts = Readonly<Record<string, readonly string[]>>;

/**
 * The parameters of a report as a token binds them: an empty value is a value, so no default takes its place.
 * @throws {AppError} forbidden for a name that the report no longer has: its data would not be limited
 */
export function bindParameters({ title, parameters }: Declared, bound: readonly string[] = []): Declared {
  for (const name of bound)
    if (!parameters.some((parameter) => parameter.name === name)) throw boundParameterMissing(name);
  const names = new Set(bound);
  return {
    title,
    parameters: parameters.map((each) => (names.has(each.name) ? withoutDefault(each) : each)),
  };
}

/** Names that are bound to an empty value, which selects nothing. */
export function emptyBound(parameters: Texts, bound: readonly string[] = []): string[] {
  return bound.filter((name) => !(parameters[name] ?? []).some((text) => text !== ''));
}

function withoutDefault(parameter: Parameter): Parameter {
  const { default: _default, defaultExpression: _expression, ...rest } = parameter;
  return { ...rest, required: false };
}
